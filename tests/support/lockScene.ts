import type { Engine } from "../../server/db/client.ts";
import { type Announced, hearAnnounced } from "./announced.ts";
import { type TestApi, testApi } from "./api.ts";
import type { ApiClient } from "./apiClient.ts";
import { type DatabaseClock, heldDatabaseClock } from "./databaseClock.ts";
import { aDictionary, DICTIONARIES } from "./dictionaryRequests.ts";
import type { TestUser } from "./people.ts";

export const LEASE_SECONDS = 300;
export const NOON = "2026-04-15T12:00:00+09:00";

/** The users of one organization's dictionary. */
interface LockPeople {
  /** 佐藤 花子 and 田中 次郎 are dictionary admins, 鈴木 一郎 is organization admin. */
  hanako: TestUser;
  jiro: TestUser;
  ichiro: TestUser;
  staff: TestUser;
}

/** An organization with its users, over a database whose clock stands still. */
export interface LockScene {
  api: TestApi;
  time: DatabaseClock;
  announced: Announced;
  organizationId: number;
  people: LockPeople;
  hanako: ApiClient;
  jiro: ApiClient;
  ichiro: ApiClient;
  staff: ApiClient;
  /** The path of a new dictionary, and that of its lock. */
  dictionary(): Promise<{ dictionaryId: number; url: string; lock: string }>;
  close(): Promise<void>;
}

export async function lockScene(engine: Engine): Promise<LockScene> {
  let time: DatabaseClock | undefined;
  const api = await testApi(engine, {
    database: async (real) => {
      time = await heldDatabaseClock(real, NOON);
      return real;
    },
    env: { LOCK_LEASE_SECONDS: String(LEASE_SECONDS) },
  });
  if (!time) throw new Error("the database has no clock");
  const organizationId = await api.anOrganization("デモ株式会社");
  const keeper = (userName: string) =>
    api.aUser({ organizationId, userName, isDictionaryAdmin: true });
  const people: LockPeople = {
    hanako: await keeper("佐藤 花子"),
    jiro: await keeper("田中 次郎"),
    ichiro: await api.aUser({ organizationId, userName: "鈴木 一郎", isOrganizationAdmin: true }),
    staff: await api.aUser({ organizationId, userName: "一般 三郎" }),
  };
  return {
    api,
    time,
    announced: await hearAnnounced(api.database),
    organizationId,
    people,
    hanako: api.as(people.hanako),
    jiro: api.as(people.jiro),
    ichiro: api.as(people.ichiro),
    staff: api.as(people.staff),
    dictionary: async () => {
      const dictionaryId = await aDictionary(api, { organizationId });
      const url = `${DICTIONARIES}/${dictionaryId}`;
      return { dictionaryId, url, lock: `${url}/lock` };
    },
    close: api.close,
  };
}

/** The header that a tab sends with every write. */
export function withToken(token: string): Record<string, string> {
  return { "x-lock-token": token };
}
