import { NetworkError } from "../http/send.ts";
import { appConfig } from "../start/appConfig.ts";
import { once } from "../start/once.ts";

/** The first call loads the SDK: the first paint of the sign-in page does not need it. */
export const identityService = once(async () => {
  const [config, { startIdentity }] = await Promise.all([appConfig(), loadSdk()]);
  return startIdentity(config);
});

export async function currentToken(): Promise<string | null> {
  const identity = await identityService();
  return identity.currentToken();
}

async function loadSdk() {
  try {
    return await import("./firebaseIdentity.ts");
  } catch {
    throw new NetworkError();
  }
}
