import { type Generated, type GeneratedAlways, type Kysely, sql } from "kysely";
import type { ServiceScope } from "../../../../domain/access.ts";
import { preparedStatement } from "../../../db/prepared.ts";
import type { Tables } from "../../../db/tables.ts";

declare module "../../../db/tables.ts" {
  interface Tables {
    service_keys: {
      service_key_id: GeneratedAlways<number>;
      name: string;
      name_key: string;
      scopes: ServiceScope[];
      organization_ids: number[] | null;
      prefix: string;
      key_hash: Uint8Array;
      created_by: string;
      created_at: Date;
      last_used_at: Generated<Date | null>;
      ends_at: Generated<Date | null>;
      replaced_by: Generated<number | null>;
      revoked_at: Generated<Date | null>;
      held_at: Generated<Date | null>;
    };
  }
}

export interface CredentialRow {
  service_key_id: number;
  name: string;
  scopes: ServiceScope[];
  organization_ids: number[] | null;
  key_hash: Uint8Array;
  last_used_at: Date | null;
  ends_at: Date | null;
}

const credentialsOf = preparedStatement(
  (prefixes: string[], most: number) => sql<CredentialRow & { prefix: string }>`
    select service_key_id, name, prefix, scopes, organization_ids, key_hash, last_used_at,
      ends_at
    from service_keys
    where prefix = any(${prefixes}::text[]) and revoked_at is null
      and held_at is null limit ${most}`,
);

/** The keys that are neither revoked nor held after a restore, by prefix. */
export async function findCredentials(
  db: Kysely<Tables>,
  prefixes: string[],
): Promise<Map<string, CredentialRow>> {
  const rows = await credentialsOf(db, prefixes, prefixes.length);
  return new Map(rows.map((row) => [row.prefix, row]));
}

/** Notes a use unless one was noted after `unless`, by whichever copy of the API. */
export async function updateLastUse(
  db: Kysely<Tables>,
  serviceKeyId: number,
  { at, unless }: { at: Date; unless: Date },
): Promise<void> {
  await db
    .updateTable("service_keys")
    .set({ last_used_at: at })
    .where("service_key_id", "=", serviceKeyId)
    .where((where) =>
      where.or([where("last_used_at", "is", null), where("last_used_at", "<=", unless)]),
    )
    .execute();
}
