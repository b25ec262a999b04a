// Loaded before the server: Google answers as to an API key that is limited to referrers.
const REFUSAL = { error: { code: 403, message: "Requests from referer <empty> are blocked." } };
const real = globalThis.fetch;
globalThis.fetch = async (to, ...rest) =>
  new URL(to.url ?? to).hostname === "identitytoolkit.googleapis.com"
    ? Response.json(REFUSAL, { status: 403 })
    : real(to, ...rest);
