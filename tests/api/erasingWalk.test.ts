import { sql } from "kysely";
import { expect, it } from "vitest";
import { billingPartnerKind, billingSettingsKind } from "../../domain/api/billing.ts";
import { serviceKeyKind } from "../../domain/api/serviceKeys.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";
import { sendTo } from "../support/routeRequests.ts";
import type { WalkRequest } from "../support/routeRow.ts";
import { routeTable } from "../support/routeTable.ts";
import { textFields, withText } from "../support/textFields.ts";
import { USERS } from "../support/userRequests.ts";
import { walkWorld } from "../support/walkWorld.ts";

const NAMES = [
  '鵼川"ジョー"一郎',
  "鵼川\\太郎",
  "鵼鵺",
  "鵺 鵼",
  "İzzet Gönenç",
  "ΣΟΦΟΣ Παπάς",
  "Großmann Jörg",
  "鵼川　花子",
];
const senders = ["systemAdmin", "organizationAdmin", "dictionaryAdmin", "staff"] as const;

/** Texts that are no places of a name of these people, by the last word of their path. */
const NOT_OF_PEOPLE: Readonly<Record<string, string>> = {
  adminName: "the name of who has the contract's address, who stays",
  adminNameKana: "the reading of who has the contract's address, who stays",
  userName: "the name of another user, who stays",
  userNameKana: "the reading of another user, who stays",
  organizationName: "an organization keeps its name",
  organizationNameKana: "an organization keeps its reading",
};
/** Words of an organization, which erasing leaves and the preview names (docs/product/erasing.md). */
const WORDS = [
  "billing_partners",
  "billing_settings",
  "dictionaries",
  "dictionary_entries",
  "service_keys",
  "workspaces",
];
/** Events about such words that belong to no organization. */
const KINDS_OF_WORDS: readonly unknown[] = [
  serviceKeyKind.name,
  billingPartnerKind.name,
  billingSettingsKind.name,
];
const LEFT = new Set([...WORDS, "dictionary_import_rows", "dictionary_import_changes"]);

/** All texts in a value, also in JSON that is written as text. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const inAnyCase = (text: string) => text.toUpperCase().toLowerCase().replaceAll("ς", "σ");

describeDatabase("names in every text of every endpoint", (engine) => {
  const api = suiteApi(engine);
  const world = perSuite(() => walkWorld(api));

  /** Where one of the names stands. Notes about other organizations are about other people. */
  async function found(): Promise<string[]> {
    const tables = await sql<{ schema: string; name: string }>`
      select n.nspname as schema, c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'pgboss') order by 1, 2`.execute(api.db);
    const sought = NAMES.flatMap((name) => [name, name.replaceAll(/\s/gu, "")]).map(inAnyCase);
    const lines: string[] = [];
    for (const { schema, name } of tables.rows) {
      if (LEFT.has(name)) continue;
      const { rows } = await sql<{ row: Record<string, unknown> }>`
        select to_jsonb(t) as row from ${sql.table(`${schema}.${name}`)} t`.execute(api.db);
      for (const { row } of rows.filter(isSearched)) {
        for (const text of textsIn(row)) {
          if (sought.some((one) => inAnyCase(text).includes(one))) lines.push(`${name}: ${text}`);
        }
      }
    }
    return lines;
  }

  function isSearched({ row }: { row: Record<string, unknown> }): boolean {
    const { organization_id: organizationId, target_kind: kind } = row;
    if (KINDS_OF_WORDS.includes(kind)) return false;
    return !organizationId || organizationId === world.own.organizationId;
  }

  it("are gone after all of them are erased", { timeout: 300_000 }, async () => {
    const { organizationId } = world.own;
    const people = [];
    for (const userName of NAMES) people.push(await api.aUser({ organizationId, userName }));
    const taken = new Map<string, boolean>();
    for (const route of api.app.registeredRoutes) {
      const { endpoint, method, url } = route;
      const row = routeTable.get(`${method} ${url}`);
      const role = senders.find((one) => row?.may === "anyone" || row?.may.includes(one));
      if (!row || !role || !endpoint?.body || url.endsWith("/personal-data")) continue;
      const request = () => (row.logged ?? row.send)(world, role);
      const client = () =>
        url.startsWith("/admin/")
          ? api.asSystemAdmin(world.people.systemAdmin)
          : api.as(world.people[role]);
      const send = async (sent: WalkRequest) => (await sendTo(client(), route, sent)).status < 300;
      const { body } = await request();
      if (body instanceof FormData) {
        for (const name of NAMES) taken.set(`${method} ${url} file`, await send(await named(name)));
        continue;
      }
      for (const path of textFields(endpoint.body, body)) {
        if (String(path.at(-1)) in NOT_OF_PEOPLE) continue;
        const what = `${method} ${url} ${path.join(".")}`;
        for (const name of NAMES) {
          const sent = await request();
          const done = await send({ ...sent, body: withText(sent.body, path, name) });
          taken.set(what, done || taken.get(what) === true);
        }
      }

      async function named(name: string): Promise<WalkRequest> {
        const sent = await request();
        const form = new FormData();
        for (const [key, value] of sent.body instanceof FormData ? sent.body : []) {
          if (typeof value === "string") form.append(key, value);
          else form.append(key, value, `${name.replaceAll(/["\\]/g, "")}.csv`);
        }
        return { ...sent, body: form };
      }
    }
    expect([...taken.values()].filter(Boolean).length, "fields that take a name").toBeGreaterThan(
      25,
    );
    expect(new Set(await found()).size).toBeGreaterThan(50);

    const admin = api.asSystemAdmin();
    for (const { userId, email } of people) {
      const { status, text } = await admin.send("DELETE", `${USERS}/${userId}/personal-data`, {
        payload: JSON.stringify({ confirmation: email }),
        headers: { "content-type": "application/json" },
      });
      expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
    }
    expect(await found()).toEqual([]);
  });
});
