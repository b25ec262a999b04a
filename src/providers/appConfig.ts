import { once } from "./once.ts";
import { ResponseError, send } from "./send.ts";

/** What GET /config.json answers: read at run time, so that one build serves every environment. */
export interface AppConfig {
  apiKey: string;
  authDomain: string;
  projectId: string;
  /** The Auth Emulator stands behind this origin (embedded mode). */
  emulator: boolean;
  googleSignIn: boolean;
  /** Offered on the sign-in page in embedded mode only; see DEMO_PASSWORD. */
  demoAccounts: { email: string; label: string }[];
}

/** The password of every demo account (design 2). */
export const DEMO_PASSWORD = "password";

/** The configuration of this environment, fetched once. */
export const appConfig = once(async () => {
  const { status, json } = await send("/config.json");
  if (status !== 200) throw new ResponseError(status, json);
  const config: AppConfig = json;
  return config;
});
