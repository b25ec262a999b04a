import { z } from "zod";

/** What the Auth Emulator writes (tools/auth-emulator/emulator.cjs), as far as it is compared. */
const file = z.object({
  users: z.array(z.object({ localId: z.string(), disabled: z.boolean().optional() })),
});

function accountsOf(bytes: Uint8Array): z.infer<typeof file>["users"] | undefined {
  try {
    return file.parse(JSON.parse(Buffer.from(bytes).toString("utf8"))).users;
  } catch {
    return undefined;
  }
}

/** How many accounts of a backup are gone now or disabled only now; undefined if a file cannot be read. */
export function withdrawnSince(backup: Uint8Array, now: Uint8Array): number | undefined {
  const [then, there] = [accountsOf(backup), accountsOf(now)];
  if (!then || !there) return undefined;
  const disabled = new Map(there.map((account) => [account.localId, account.disabled === true]));
  return then.filter((account) => !account.disabled && (disabled.get(account.localId) ?? true))
    .length;
}
