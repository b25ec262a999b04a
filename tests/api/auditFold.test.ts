import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { auditedKinds } from "../../domain/api/areas.ts";
import { foldBack } from "../../domain/audit/changes.ts";
import { isNamedLikeSecret } from "../../domain/audit/kinds.ts";
import { type AuditEvent, auditEventPage } from "../../domain/audit/schemas.ts";
import { type TestApi, testApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { CONTRACTS, newContract } from "../support/contractRequests.ts";
import { describeEachEngine } from "../support/database.ts";
import { DICTIONARIES, newName } from "../support/dictionaryRequests.ts";
import { entriesUrl, newSurface } from "../support/entryRequests.ts";
import type { TestUser } from "../support/people.ts";
import { MEMBERS, newUser } from "../support/userRequests.ts";

type Values = Readonly<Record<string, unknown>>;
const ANY_VERSION = { "if-match": "*" };
const RUNS = { numRuns: 4 };

const name = fc.constantFrom("青空", "白雲", "山川", "海原", "森林");
const kana = fc.constantFrom("アオゾラ", "シラクモ", null);
const cap = fc.option(fc.integer({ min: 1, max: 9_999 }), { nil: null });
const flag = fc.boolean();
const optional = { requiredKeys: [] };

const bodies = {
  contract: fc.record(
    { adminName: name, maxTranscriptCount: cap, maxTranscriptMinutes: cap, memo: fc.option(name) },
    optional,
  ),
  organization: fc.record({ organizationName: name, organizationNameKana: kana }, optional),
  user: fc.record(
    { userName: name, userNameKana: kana, isOrganizationAdmin: flag, isDictionaryAdmin: flag },
    optional,
  ),
  dictionary: fc.record({ description: fc.option(name) }, optional),
  entry: fc.record(
    { weight: fc.integer({ min: 1, max: 3 }), note: fc.option(name), enabled: flag },
    optional,
  ),
};

it("has no field that is named like a secret, and shows every field that an edit can change", () => {
  for (const { name: kind, fields, update } of Object.values(auditedKinds)) {
    expect(Object.keys(fields).filter(isNamedLikeSecret), kind).toEqual([]);
    const edited = Object.keys(update?.shape ?? {});
    const elsewhere = ["organizationName", "organizationNameKana"];
    const missing = edited.filter((field) => !(field in fields));
    expect(
      missing.filter((field) => kind !== "contract" || !elsewhere.includes(field)),
      kind,
    ).toEqual([]);
  }
});

describeEachEngine("folding back all events of a record", (engine) => {
  let api: TestApi;
  let provider: ApiClient;
  let organizationAdmin: TestUser;
  let member: ApiClient;
  let organizationId: number;

  beforeAll(async () => {
    api = await testApi(engine);
    provider = api.asSystemAdmin();
    organizationId = await api.anOrganization();
    organizationAdmin = await api.aUser({ organizationId, isOrganizationAdmin: true });
    member = api.as(organizationAdmin);
  });
  afterAll(() => api.close());

  /** All events of a record, newest first. */
  async function eventsOf(kind: string, id: unknown): Promise<AuditEvent[]> {
    const events: AuditEvent[] = [];
    for (let after = ""; ; ) {
      const url = `/admin/api/v1/audit-events?targetKind=${kind}&targetId=${id}&size=3${after}`;
      const { content, next } = auditEventPage.parse((await provider.get(url)).body);
      events.push(...content);
      if (next === null) return events;
      after = `&after=${encodeURIComponent(next)}`;
    }
  }

  const loggedIn = (kind: string, record: Values) =>
    Object.fromEntries(
      Object.keys(auditedKinds[kind]?.fields ?? {}).map((field) => [field, record[field] ?? null]),
    );

  /** The last event of the list is the one that created the record. */
  async function expectFolded(kind: string, id: unknown, created: Values, now: Values) {
    const known = auditedKinds[kind];
    if (!known) throw new Error(`${kind} is no kind`);
    const events = (await eventsOf(kind, id)).slice(0, -1);
    const folded = events.reduce((record, { changes }) => foldBack(known, record, changes), now);
    expect(loggedIn(kind, folded)).toEqual(loggedIn(kind, created));
  }

  const bodyOf = ({
    status,
    text,
    body,
  }: {
    status: number;
    text: string;
    body: unknown;
  }): Values => {
    expect(status, text).toBeLessThan(300);
    return Object(body);
  };

  it("gives a contract, its organization and its admin as they were created", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(bodies.contract, { maxLength: 6 }),
        fc.array(bodies.organization, { maxLength: 4 }),
        async (edits, renames) => {
          const created = bodyOf(await provider.post(CONTRACTS, newContract()));
          const url = `${CONTRACTS}/${created.contractId}`;
          const organizationUrl = `/admin/api/v1/organizations/${created.organizationId}`;
          const organization = bodyOf(await provider.get(organizationUrl));
          for (const edit of edits) bodyOf(await provider.patch(url, edit));
          for (const rename of renames) bodyOf(await provider.patch(organizationUrl, rename));
          await expectFolded(
            "contract",
            created.contractId,
            created,
            bodyOf(await provider.get(url)),
          );
          await expectFolded(
            "organization",
            created.organizationId,
            organization,
            bodyOf(await provider.get(organizationUrl)),
          );
        },
      ),
      RUNS,
    );
  });

  it("gives a person as invited", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(bodies.user, { maxLength: 6 }), async (edits) => {
        const created = bodyOf(await member.post(MEMBERS, newUser()));
        const url = `${MEMBERS}/${created.userId}`;
        for (const edit of edits) bodyOf(await member.patch(url, edit));
        await expectFolded("user", created.userId, created, bodyOf(await member.get(url)));
      }),
      RUNS,
    );
  });

  it("gives a workspace with its members as it was created", async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => api.aUser({ organizationId })));
    const ids = people.map(({ userId }) => userId);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.subarray(ids), { maxLength: 5 }), async (courses) => {
        const created = bodyOf(
          await member.post("/api/v1/workspaces", { workspaceName: newName() }),
        );
        const url = `/api/v1/workspaces/${created.workspaceId}`;
        for (const userIds of courses) {
          bodyOf(await member.put(`${url}/members`, { userIds }));
          bodyOf(await member.patch(url, { workspaceName: newName() }));
        }
        const { members } = bodyOf(await member.get(`${url}/members`));
        const now = { ...bodyOf(await member.get(url)), members };
        await expectFolded("workspace", created.workspaceId, { ...created, members: [] }, now);
      }),
      RUNS,
    );
  });

  it("gives a dictionary as it was created, and each of its entries", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(bodies.dictionary, { maxLength: 3 }),
        fc.array(bodies.entry, { maxLength: 6 }),
        async (edits, courses) => {
          const dictionaryName = newName();
          const created = bodyOf(
            await member.post(DICTIONARIES, { category: "一般辞書", dictionaryName }),
          );
          const dictionaryId = Number(created.dictionaryId);
          const url = `${DICTIONARIES}/${dictionaryId}`;
          for (const edit of edits) bodyOf(await member.patch(url, edit, ANY_VERSION));
          const entry = bodyOf(
            await member.post(
              entriesUrl(dictionaryId),
              { surface: newSurface(), reading: "たんご" },
              ANY_VERSION,
            ),
          );
          const entryId = Number(entry.entryId);
          for (const [index, edit] of courses.entries()) {
            const answer =
              index % 2 === 0
                ? await member.patch(entriesUrl(dictionaryId, entryId), edit, ANY_VERSION)
                : await member.post(
                    `${entriesUrl(dictionaryId)}/batch`,
                    { update: [{ entryId, ...edit, note: edit.note ?? null }] },
                    ANY_VERSION,
                  );
            bodyOf(answer);
          }
          const nowDictionary = bodyOf(await member.get(url));
          const events = await eventsOf("dictionary", dictionaryId);
          const own = events.filter(({ operation }) => operation === "updateDictionary");
          const known = auditedKinds.dictionary;
          const folded = own.reduce(
            (record, { changes }) => (known ? foldBack(known, record, changes) : record),
            nowDictionary,
          );
          expect(loggedIn("dictionary", folded)).toEqual(loggedIn("dictionary", created));

          const now = bodyOf(await member.get(entriesUrl(dictionaryId, entryId)));
          const history = (await eventsOf("entry", entryId)).slice(0, -1);
          const asCreated: Record<string, unknown> = { ...now };
          for (const { changes } of history) {
            const change = changes.find((one) => one.entryId === entryId);
            Object.assign(asCreated, change?.before);
          }
          expect(loggedIn("entry", asCreated)).toEqual(loggedIn("entry", entry));
        },
      ),
      RUNS,
    );
  });
});
