import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { auditedKinds } from "../../domain/api/areas.ts";
import { foldBack } from "../../domain/audit/changes.ts";
import { type AuditEvent, auditEventPage, type FieldChange } from "../../domain/audit/schemas.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer } from "../support/apiClient.ts";
import { CONTRACTS, newContract } from "../support/contractRequests.ts";
import { describeDatabase } from "../support/database.ts";
import { DICTIONARIES, newName } from "../support/dictionaryRequests.ts";
import { entriesUrl, newSurface } from "../support/entryRequests.ts";
import { perSuite } from "../support/perSuite.ts";
import { MEMBERS, newUser, USERS } from "../support/userRequests.ts";
import { WORKSPACES } from "../support/workspaceRequests.ts";

type Values = Readonly<Record<string, unknown>>;
const ANY_VERSION = { "if-match": "*" };
const RUNS = { numRuns: Number(process.env.AUDIT_FOLD_RUNS ?? 4) };

const name = fc.constantFrom("青空", "白雲", "山川", "海原", "森林");
const text = fc.option(name);
const kana = fc.constantFrom("アオゾラ", "シラクモ", null);
const cap = fc.option(fc.integer({ min: 1, max: 9_999 }));
const some = { requiredKeys: [] };
const course = <Step>(step: fc.Arbitrary<Step>) => fc.array(step, { minLength: 1, maxLength: 8 });
const day = (...days: string[]) => fc.constantFrom(...days);

const contractEdit = fc.record(
  {
    organizationName: name,
    organizationNameKana: kana,
    adminName: name,
    adminNameKana: kana,
    startDate: day("2026-05-01", "2026-06-01"),
    endDate: day("2027-03-31", "2027-06-30"),
    maxTranscriptCount: cap,
    maxTranscriptMinutes: cap,
    memo: text,
  },
  some,
);
const contractStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ edit: contractEdit }) },
  fc.record({
    terminate: fc.record({ terminationDate: day("2026-08-31", "2026-10-31"), reason: name }),
  }),
  fc.constant({ reinstate: {} }),
  fc.record({
    rename: fc.record({ organizationName: name, organizationNameKana: kana }, some),
  }),
);
const userEdit = fc.record(
  {
    userName: name,
    userNameKana: kana,
    isOrganizationAdmin: fc.boolean(),
    isDictionaryAdmin: fc.boolean(),
    status: fc.constantFrom("ACTIVE", "DISABLED"),
  },
  some,
);
const entryEdit = fc.record(
  {
    reading: fc.constantFrom("たんご", "ことば", "ようご"),
    partOfSpeech: fc.constantFrom("名詞", "地名", "人名"),
    weight: fc.integer({ min: 1, max: 3 }),
    note: text,
    enabled: fc.boolean(),
  },
  some,
);
const dictionaryStep = fc.oneof(
  fc.record({ describe: fc.record({ description: text }, some), renamed: fc.boolean() }),
  fc.record({ one: entryEdit }),
  fc.record({ several: entryEdit, others: fc.integer({ min: 0, max: 3 }) }),
);

/** What events show of a record, blank as null and sets by the ids of their elements. */
function shownOf(kind: string, record: Values): Values {
  const { fields = {}, sets = {} } = auditedKinds[kind] ?? {};
  const shownAt = (field: string) => {
    const value = record[field];
    const id = sets[field];
    if (id && Array.isArray(value)) return value.map((element) => element[id]).toSorted();
    return value === "" || value === false ? null : (value ?? null);
  };
  return Object.fromEntries(Object.keys(fields).map((field) => [field, shownAt(field)]));
}

/** The states of a record, each other than the one before by what events show. */
class States {
  readonly kind: string;
  readonly all: Values[] = [];

  constructor(kind: string, created: Values) {
    this.kind = kind;
    this.all.push(created);
  }

  add(record: Values): void {
    const [last = {}, next] = [this.all.at(-1), shownOf(this.kind, record)];
    if (!isDeepStrictEqual(shownOf(this.kind, last), next)) this.all.push(record);
  }
}

/** What an event says of this record: of an entry, which is a part of its event, field by field. */
function ownChanges(kind: string, id: unknown, { changes }: AuditEvent): FieldChange[] {
  if (kind !== "entry") {
    return changes.filter(({ field }) => field in (auditedKinds[kind]?.fields ?? {}));
  }
  return changes
    .filter(({ entryId }) => entryId === id)
    .flatMap((change) => {
      const [before, after] = [Object(change.before), Object(change.after)];
      const named = Object.keys({ ...before, ...after });
      return named.map((field) => ({
        field,
        before: before[field] ?? null,
        after: after[field] ?? null,
      }));
    });
}

const bodyOf = ({ status, text, body }: Answer): Values => {
  expect(status, text).toBeLessThan(300);
  return Object(body);
};

/** A step may be refused by a rule, such as the end of a contract that has ended; it then leaves nothing. */
const mayBeRefused = ({ status, text }: Answer) =>
  expect([200, 201, 409, 422], text).toContain(status);

describeDatabase("folding back the events of a record one by one", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T10:00:00+09:00" });
  const provider = api.asSystemAdmin();
  const own = perSuite(() => api.organization());
  const member = api.as(perSuite(() => api.aUser({ ...own, isOrganizationAdmin: true })));

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

  /** Each event gives the record as it was before it; the first event is the creation. */
  async function expectFolded({ kind, all: states }: States, id: unknown) {
    const known = auditedKinds[kind] ?? {};
    const changes = (await eventsOf(kind, id))
      .map((event) => ownChanges(kind, id, event))
      .filter((own) => own.length > 0)
      .slice(0, -1);
    const folded: Values[] = [states.at(-1) ?? {}];
    for (const own of changes) folded.unshift(foldBack(known, folded[0] ?? {}, own));
    const shown = (record: Values) => shownOf(kind, record);
    expect(folded.map(shown)).toEqual(states.map(shown));
  }

  it("gives each earlier contract and organization", async () => {
    await fc.assert(
      fc.asyncProperty(
        day("2026-04-01", "2026-05-01"),
        course(contractStep),
        async (startDate, steps) => {
          const created = bodyOf(await provider.post(CONTRACTS, newContract({ startDate })));
          const url = `${CONTRACTS}/${created.contractId}`;
          const ownerUrl = `/admin/api/v1/organizations/${created.organizationId}`;
          const contract = new States("contract", created);
          const owner = new States("organization", bodyOf(await provider.get(ownerUrl)));
          for (const step of steps) {
            if ("edit" in step) mayBeRefused(await provider.patch(url, step.edit));
            if ("terminate" in step)
              mayBeRefused(await provider.post(`${url}/terminate`, step.terminate));
            if ("reinstate" in step) mayBeRefused(await provider.post(`${url}/reinstate`, {}));
            if ("rename" in step) bodyOf(await provider.patch(ownerUrl, step.rename));
            contract.add(bodyOf(await provider.get(url)));
            owner.add(bodyOf(await provider.get(ownerUrl)));
          }
          await expectFolded(contract, created.contractId);
          await expectFolded(owner, created.organizationId);
        },
      ),
      RUNS,
    );
  });

  it("gives each earlier person", async () => {
    await fc.assert(
      fc.asyncProperty(course(fc.tuple(userEdit, fc.boolean())), async (steps) => {
        const created = bodyOf(await member.post(MEMBERS, newUser()));
        const url = `${MEMBERS}/${created.userId}`;
        const person = new States("user", created);
        for (const [edit, isProvider] of steps) {
          mayBeRefused(
            isProvider
              ? await provider.patch(`${USERS}/${created.userId}`, edit)
              : await member.patch(url, edit),
          );
          person.add(bodyOf(await member.get(url)));
        }
        await expectFolded(person, created.userId);
      }),
      RUNS,
    );
  });

  it("gives each earlier workspace, with its members", async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => api.aUser(own)));
    const ids = people.map(({ userId }) => userId);
    const step = fc.tuple(fc.subarray(ids), fc.boolean());
    await fc.assert(
      fc.asyncProperty(course(step), async (steps) => {
        const created = bodyOf(await member.post(WORKSPACES, { workspaceName: newName() }));
        const url = `${WORKSPACES}/${created.workspaceId}`;
        const read = async () => ({
          ...bodyOf(await member.get(url)),
          members: bodyOf(await member.get(`${url}/members`)).members,
        });
        const workspace = new States("workspace", await read());
        for (const [userIds, isRenamed] of steps) {
          if (isRenamed) bodyOf(await member.patch(url, { workspaceName: newName() }));
          workspace.add(await read());
          bodyOf(await member.put(`${url}/members`, { userIds }));
          workspace.add(await read());
        }
        await expectFolded(workspace, created.workspaceId);
      }),
      RUNS,
    );
  });

  it("gives each earlier dictionary and entry, up to one that was deleted", async () => {
    await fc.assert(
      fc.asyncProperty(course(dictionaryStep), fc.boolean(), async (steps, isDeleted) => {
        const body = { category: "一般辞書", dictionaryName: newName() };
        const created = bodyOf(await member.post(DICTIONARIES, body));
        const dictionaryId = Number(created.dictionaryId);
        const url = `${DICTIONARIES}/${dictionaryId}`;
        const write = (path: string, content: object) =>
          member.post(`${entriesUrl(dictionaryId)}${path}`, content, ANY_VERSION);
        const aWord = () => ({ surface: newSurface(), reading: "たんご" });
        const made = bodyOf(await write("", aWord()));
        const entryId = Number(made.entryId);
        const dictionary = new States("dictionary", created);
        const entry = new States("entry", made);
        for (const step of steps) {
          if ("describe" in step) {
            const edit = step.renamed ? { dictionaryName: newName() } : {};
            bodyOf(await member.patch(url, { ...step.describe, ...edit }, ANY_VERSION));
          }
          if ("one" in step)
            bodyOf(await member.patch(entriesUrl(dictionaryId, entryId), step.one, ANY_VERSION));
          if ("several" in step) {
            const create = Array.from({ length: step.others }, aWord);
            bodyOf(await write("/batch", { create, update: [{ entryId, ...step.several }] }));
          }
          dictionary.add(bodyOf(await member.get(url)));
          entry.add(bodyOf(await member.get(entriesUrl(dictionaryId, entryId))));
        }
        if (isDeleted) {
          bodyOf(await write("/batch", { delete: [{ entryId }] }));
          entry.add({});
        }
        await expectFolded(dictionary, dictionaryId);
        await expectFolded(entry, entryId);
      }),
      RUNS,
    );
  });
});
