import { ResponseError, send } from "../http/send.ts";
import { once } from "./pageLoad.ts";

/** GET /config.json, loaded at run time, so that one build serves every environment. */
export interface AppConfig {
  apiKey: string;
  authDomain: string;
  projectId: string;
  /** The Auth Emulator is proxied at this origin (embedded mode). */
  emulator: boolean;
  googleSignIn: boolean;
  /** Whose sign-ins need a second factor. */
  requireMfa: "none" | "admin" | "all";
  /** Shown on the sign-in page in embedded mode only; their password is DEMO_PASSWORD. */
  demoAccounts: { email: string; label: string }[];
}

export const DEMO_PASSWORD = "password";

export const appConfig = once(async () => {
  const { status, json } = await send("/config.json");
  if (status !== 200) throw new ResponseError(status, json);
  const config: AppConfig = json;
  return config;
});
