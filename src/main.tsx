import "./early.ts";
import { createRoot } from "react-dom/client";
import { pageKind } from "../domain/pages.ts";
import { errors } from "./i18n/ja/errors.ts";
import { applyColorMode, readColorMode } from "./layout/colorMode.ts";
import { reloadForNewBuild } from "./layout/newBuild.ts";
import { connectivity } from "./providers/http/connectivity.ts";
import { watchAttendance } from "./providers/signIn/attendance.ts";
import { identityService } from "./providers/signIn/identity.ts";
import { askEarly } from "./providers/start/early.ts";
import { firstReads } from "./providers/start/firstReads.ts";
import { pageLoad } from "./providers/start/pageLoad.ts";

/** Shown if the code of an area could not be loaded. Only the page's own style is available. */
function showAreaLoadError(root: HTMLElement): void {
  const text = document.createElement("p");
  text.setAttribute("role", "alert");
  text.textContent = errors.network;
  const retry = document.createElement("button");
  retry.type = "button";
  retry.textContent = errors.reload;
  retry.addEventListener("click", () => pageLoad.reload());
  const page = document.createElement("main");
  page.className = "area-load-error";
  page.append(text, retry);
  root.replaceChildren(page);
}

const pages = {
  login: async () => {
    const { LoginPage } = await import("./login/LoginPage.tsx");
    return <LoginPage />;
  },
  action: async () => {
    const { linkedPage } = await import("./login/action/ActionPage.tsx");
    return linkedPage();
  },
  admin: async () => {
    const { AdminArea } = await import("./AdminArea.tsx");
    return <AdminArea identityService={identityService} />;
  },
  staff: async () => {
    const { StaffArea } = await import("./StaffArea.tsx");
    return <StaffArea identityService={identityService} />;
  },
};

/** The staff area's first reads, as soon as the identity service knows who is signed in. */
async function readWithToken() {
  const identity = await identityService();
  const token = await identity.currentToken();
  if (token === null) return;
  for (const url of firstReads(window.location))
    askEarly(url, { Authorization: `Bearer ${token}` });
}

async function start() {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  applyColorMode(readColorMode());
  reloadForNewBuild();
  watchAttendance();
  await open(root);
}

async function open(root: HTMLElement) {
  try {
    const kind = pageKind(window.location.pathname);
    // The area shows any error.
    if (kind === "staff") readWithToken().catch(() => {});
    createRoot(root).render(await pages[kind]());
  } catch {
    showAreaLoadError(root);
    const stop = connectivity.onBack(() => {
      stop();
      void open(root);
    });
    connectivity.failed();
  }
}

await start();
