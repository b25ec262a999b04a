import { loadCode } from "../http/send.ts";
import { appConfig } from "../start/appConfig.ts";
import { once } from "../start/pageLoad.ts";
import type { Identity } from "./firebaseIdentity.ts";

/** Starts the identity service of the browser with the first call. */
export type IdentityService = () => Promise<Identity>;

/** The first call loads the SDK: the first paint of the sign-in page does not need it. */
export const identityService: IdentityService = once(async () => {
  const sdk = loadCode(() => import("./firebaseIdentity.ts"));
  const [config, { startIdentity }] = await Promise.all([appConfig(), sdk]);
  return startIdentity(config);
});
