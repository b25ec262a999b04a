import type { Page, Route } from "@playwright/test";
import { stepAt, totpCode } from "../../support/totp.ts";
import { type ToolkitCall, totpLayer } from "../../support/totpLayer.ts";

const TOOLKIT = /\/(?:identitytoolkit|securetoken)\.googleapis\.com(\/v\d\/[^?]*)/;

/** The same unsigned token, as the Auth Emulator would issue it after a code. */
function withFactor(idToken: string): string {
  const [header = "", payload = ""] = idToken.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const firebase = { ...claims.firebase, sign_in_second_factor: "totp" };
  const stated = JSON.stringify({ ...claims, firebase });
  return `${header}.${Buffer.from(stated).toString("base64url")}.`;
}

/**
 * Puts codes of an app in front of the identity service of a page: what firebase/auth sends is
 * answered by the layer, over the calls of the Auth Emulator, which has none.
 */
export async function routeTotp(page: Page): Promise<void> {
  let current: Route | undefined;
  const origin = () => new URL(current?.request().url() ?? "").origin;
  const layer = totpLayer({
    restate: withFactor,
    forward: async ({ path, body }: ToolkitCall) => {
      const isToken = path === "/v1/token";
      const host = isToken ? "securetoken" : "identitytoolkit";
      const answer = await page.request.post(`${origin()}/${host}.googleapis.com${path}?key=k`, {
        ...(isToken ? { form: Object(body) } : { data: Object(body) }),
      });
      return { status: answer.status(), json: await answer.json() };
    },
  });
  await page.route(TOOLKIT, async (route) => {
    current = route;
    const request = route.request();
    if (request.method() !== "POST") return route.continue();
    const path = TOOLKIT.exec(request.url())?.[1] ?? "";
    const sent = request.postData() ?? "";
    const body =
      path === "/v1/token" ? Object.fromEntries(new URLSearchParams(sent)) : JSON.parse(sent);
    const { status, json } = await layer.answer({ path, body });
    await route.fulfill({ status, json });
  });
}

/** The code that an app shows now, or some steps of 30 s later. */
export const codeOf = (secret: string, later = 0) => totpCode(secret, stepAt(new Date()) + later);
