// Goes before msw's own worker in one file, and so hears every event first.

const MOCKED =
  /^(\/admin)?\/api\/|^\/config\.json$|\/(identitytoolkit|securetoken)\.googleapis\.com\//;
const AFTER_LAST_PAGE_MS = 5_000;

/** The modules of the page, hundreds of them, need not ask it whether they are mocked. */
addEventListener("fetch", (event) => {
  if (!MOCKED.test(new URL(event.request.url).pathname)) event.stopImmediatePropagation();
});

/**
 * msw's worker leaves with its last page, at once: too early where one page only makes way for the next,
 * which would find it half gone. This one waits a while before it looks.
 */
addEventListener("message", (event) => {
  if (event.data !== "CLIENT_CLOSED") return;
  event.stopImmediatePropagation();
  event.waitUntil(leaveWithLastPage());
});

async function leaveWithLastPage() {
  await new Promise((resolve) => setTimeout(resolve, AFTER_LAST_PAGE_MS));
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.length === 0) await self.registration.unregister();
}
