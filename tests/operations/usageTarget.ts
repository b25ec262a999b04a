import type { Kysely } from "kysely";
import { DEFAULT_SCOPES } from "../../domain/access.ts";
import type { Tables } from "../../server/db/tables.ts";
import { newServiceKey } from "../../server/modules/serviceKeys/service/serviceCredential.ts";
import { aContract, anOrganization } from "../support/contractRows.ts";

/** An organization with a contract, and a key of the service that reports to it. */
export async function usageTarget(
  db: Kysely<Tables>,
  caps: { maxTranscriptCount?: number } = {},
): Promise<{ key: string; organizationId: number }> {
  const organizationId = await anOrganization(db);
  await aContract(db, { organizationId, ...caps });
  const { key, prefix, hash } = newServiceKey();
  const at = new Date();
  const name = `文字起こし${prefix}`;
  await db
    .insertInto("users")
    .values({
      user_id: "admin",
      email: "a@example.com",
      user_name: "管理者",
      search_key: "",
      is_system_admin: true,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto("service_keys")
    .values({
      name,
      name_key: name,
      scopes: [...DEFAULT_SCOPES],
      prefix,
      key_hash: hash,
      created_by: "admin",
      created_at: at,
    })
    .execute();
  return { key, organizationId };
}
