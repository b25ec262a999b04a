import type { Generated, Kysely, Transaction } from "kysely";
import type { Tables } from "../../../../db/tables.ts";

declare module "../../../../db/tables.ts" {
  interface Tables {
    admin_session_tokens: {
      token_hash: Uint8Array;
      signed_in_at: Date;
      signed_out: Generated<boolean>;
    };
  }
}

/**
 * Says whether the token may still open a session, and keeps it so until the end of the
 * transaction: a sign-out waits for the row.
 */
export async function claimToken(
  trx: Transaction<Tables>,
  tokenHash: Uint8Array,
  signedInAt: Date,
): Promise<boolean> {
  const claimed = await trx
    .insertInto("admin_session_tokens")
    .values({ token_hash: tokenHash, signed_in_at: signedInAt })
    .onConflict((token) => token.column("token_hash").doUpdateSet({ signed_in_at: signedInAt }))
    .returning("signed_out")
    .executeTakeFirstOrThrow();
  return !claimed.signed_out;
}

export async function endToken(trx: Transaction<Tables>, tokenHash: Uint8Array): Promise<void> {
  await trx
    .updateTable("admin_session_tokens")
    .set({ signed_out: true })
    .where("token_hash", "=", tokenHash)
    .execute();
}

export async function deleteTokensFrom(db: Kysely<Tables>, before: Date): Promise<void> {
  await db.deleteFrom("admin_session_tokens").where("signed_in_at", "<", before).execute();
}
