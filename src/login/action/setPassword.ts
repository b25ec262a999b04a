import { DEFAULT_POLICY, type PasswordPolicy } from "../../../domain/passwordPolicy.ts";
import { appConfig } from "../../providers/appConfig.ts";
import { identityCode } from "../../providers/identityError.ts";
import { once } from "../../providers/once.ts";
import { NetworkError } from "../../providers/send.ts";
import { endOtherSignIns } from "../../providers/sessions.ts";
import { unlessAway } from "../unlessAway.ts";

/** How long the person waits for the other sign-ins to end, once the password is set. */
const END_WITHIN_MS = 5_000;

const passwordLinks = once(async () => {
  const [config, { openPasswordLinks }] = await Promise.all([appConfig(), loadSdk()]);
  return openPasswordLinks(config);
});

async function loadSdk() {
  try {
    return await import("../../providers/firebaseIdentity.ts");
  } catch {
    throw new NetworkError();
  }
}

export interface OpenLink {
  email: string;
  policy: PasswordPolicy;
}

/** Whom the link is for, and what the password must be like. Throws what the service says. */
export async function readLink(oobCode: string): Promise<OpenLink> {
  const links = await passwordLinks();
  const read: OpenLink = { email: "", policy: DEFAULT_POLICY };
  await unlessAway(async () => {
    // Without the policy, the service still checks the password.
    const policy = links.policy().catch(() => null);
    read.email = await links.emailOf(oobCode);
    read.policy = (await policy) ?? DEFAULT_POLICY;
  });
  return read;
}

export async function setPassword(oobCode: string, email: string, password: string): Promise<void> {
  const links = await passwordLinks();
  await unlessAway(() => links.setPassword(oobCode, password));
  // If this fails, the identity service ends them within a minute.
  const ended = links
    .signIn(email, password)
    .then(endOtherSignIns)
    .catch(() => {});
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, END_WITHIN_MS))]);
}

export type DeadLink = "used" | "disabled";

/** Why a link cannot be used any more; undefined for an error that may pass. */
export function deadLink(error: unknown): DeadLink | undefined {
  switch (identityCode(error)) {
    case "auth/expired-action-code":
    case "auth/invalid-action-code":
    case "auth/user-not-found":
    // USER_NOT_FOUND, as the SDK spells it.
    case "auth/user-token-expired":
      return "used";
    case "auth/user-disabled":
      return "disabled";
    default:
      return undefined;
  }
}
