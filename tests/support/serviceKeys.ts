import { DEFAULT_SCOPES, SERVICE_SCOPES, type ServiceScope } from "../../domain/access.ts";
import { searchKey } from "../../domain/text/searchKey.ts";
import { newServiceKey } from "../../server/modules/serviceKeys/service/serviceCredential.ts";
import type { TestApi } from "./api.ts";
import { ApiClient } from "./apiClient.ts";

export const SERVICE_KEYS = "/admin/api/v1/service-keys";

/** All that one key may have; a directory has a key of its own. */
export const SHARED_SCOPES = SERVICE_SCOPES.filter((scope) => scope !== "scim");

interface KeyInput {
  name?: string;
  scopes?: readonly ServiceScope[];
  organizationIds?: readonly number[] | null;
  createdAt?: Date;
  endsAt?: Date | null;
}

interface TestKey {
  serviceKeyId: number;
  key: string;
}

/** Inserts a service key. */
export async function aServiceKey(
  api: Pick<TestApi, "db" | "clock" | "aUser">,
  {
    name = "文字起こし",
    scopes = DEFAULT_SCOPES,
    organizationIds = null,
    createdAt = api.clock.now(),
    endsAt = null,
  }: KeyInput = {},
): Promise<TestKey> {
  const { key, prefix, hash } = newServiceKey();
  const { userId } = await api.aUser();
  const { service_key_id } = await api.db
    .insertInto("service_keys")
    .values({
      name,
      name_key: searchKey(name),
      scopes: [...scopes],
      organization_ids: organizationIds && [...organizationIds],
      prefix,
      key_hash: hash,
      created_by: userId,
      created_at: createdAt,
      ends_at: endsAt,
    })
    .returning("service_key_id")
    .executeTakeFirstOrThrow();
  return { serviceKeyId: service_key_id, key };
}

export async function revokeKey(
  { db, clock }: Pick<TestApi, "db" | "clock">,
  { serviceKeyId }: Pick<TestKey, "serviceKeyId">,
): Promise<void> {
  await db
    .updateTable("service_keys")
    .set({ revoked_at: clock.now() })
    .where("service_key_id", "=", serviceKeyId)
    .execute();
}

/** A program that calls with this key. */
export function withKey({ app }: Pick<TestApi, "app">, key: string, address?: string): ApiClient {
  return new ApiClient(app, async () => ({ authorization: `Bearer ${key}` }), address);
}
