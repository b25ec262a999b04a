import { HttpResponse } from "msw";
import type { z } from "zod";
import {
  DICTIONARY_SORTS,
  type Dictionary,
  type DictionaryCreate,
  dictionaryCreate,
  dictionaryFilters,
  dictionaryUpdate,
} from "../../domain/dictionaries.ts";
import { DICTIONARY_CATEGORIES, type LockedFilter } from "../../domain/dictionaryRules.ts";
import { searchKey } from "../../domain/searchKey.ts";
import type { Route } from "../area.ts";
import { answer, type Call } from "../call.ts";
import { listQuery, matches, pageAnswer } from "../page.ts";
import { conflict } from "../problem.ts";
import type { DictionaryRow } from "../tables.ts";
import { announce } from "../world.ts";
import { dictionaryOf, dictionaryRowOf, ownDictionaries } from "./dictionaryRow.ts";
import { refuseLocked } from "./lockRow.ts";

const read = "dictionary.read";
const write = "dictionary.write";
const listed = listQuery(DICTIONARY_SORTS, dictionaryFilters);

export const dictionaryRoutes: readonly Route[] = [
  {
    method: "get",
    path: "/dictionaries",
    access: read,
    answer: (call) => {
      const query = call.query(listed);
      return pageAnswer(narrowed(call, query), query, ({ dictionaryId }) => dictionaryId, {
        dictionaryName: ({ dictionaryName }) => searchKey(dictionaryName),
        category: ({ category }) => DICTIONARY_CATEGORIES.indexOf(category),
      });
    },
  },
  { method: "post", path: "/dictionaries", access: write, answer: created },
  {
    method: "get",
    path: "/dictionaries/:id",
    access: read,
    answer: (call) => answer(dictionaryOf(call.world, dictionaryRowOf(call))),
  },
  {
    method: "patch",
    path: "/dictionaries/:id",
    access: write,
    answer: async (call) => {
      const { dictionaryName, description } = await call.body(dictionaryUpdate);
      const row = rowToWrite(call);
      const next = {
        ...row,
        dictionaryName: dictionaryName ?? row.dictionaryName,
        description: description ?? row.description,
      };
      if (next.dictionaryName !== row.dictionaryName) refuseTakenName(call, next, row);
      if (next.dictionaryName !== row.dictionaryName || next.description !== row.description) {
        Object.assign(row, next, { version: row.version + 1, updatedAt: call.at });
        tell(call, row, "updated");
      }
      return answer(dictionaryOf(call.world, row));
    },
  },
  {
    method: "delete",
    path: "/dictionaries/:id",
    access: write,
    answer: (call) => {
      const row = rowToWrite(call);
      const last = dictionaryOf(call.world, row);
      const { tables } = call.world;
      tables.dictionaries = tables.dictionaries.filter((other) => other !== row);
      tables.locks = tables.locks.filter(({ dictionaryId }) => dictionaryId !== row.dictionaryId);
      tell(call, row, "deleted");
      return HttpResponse.json(last);
    },
  },
];

async function created(call: Call): Promise<Response> {
  const input = await call.body(dictionaryCreate);
  refuseTakenName(call, input);
  const { dictionaries } = call.world.tables;
  const row: DictionaryRow = {
    dictionaryId: Math.max(...dictionaries.map(({ dictionaryId }) => dictionaryId)) + 1,
    organizationId: call.user.organizationId,
    category: input.category,
    dictionaryName: input.dictionaryName,
    description: input.description ?? "",
    entryCount: 0,
    version: 1,
    createdAt: call.at,
    updatedAt: call.at,
  };
  dictionaries.push(row);
  tell(call, row, "created");
  return answer(dictionaryOf(call.world, row), 201);
}

function rowToWrite(call: Call): DictionaryRow {
  const row = dictionaryRowOf(call);
  refuseLocked(call, row);
  call.refuseStale(dictionaryOf(call.world, row));
  return row;
}

const isLocked: Record<LockedFilter, (dictionary: Dictionary, userId: string) => boolean> = {
  true: ({ lockedBy }) => lockedBy !== null,
  false: ({ lockedBy }) => lockedBy === null,
  mine: ({ lockedBy }, userId) => lockedBy === userId,
};

function narrowed(call: Call, { q, category, locked }: z.output<typeof listed>): Dictionary[] {
  return ownDictionaries(call)
    .map((row) => dictionaryOf(call.world, row))
    .filter(
      (dictionary) =>
        matches(q, dictionary.dictionaryName, dictionary.description) &&
        (category === undefined || dictionary.category === category) &&
        (locked === undefined || isLocked[locked](dictionary, call.user.userId)),
    );
}

/** A name is taken once per category (design 3). */
function refuseTakenName(
  call: Call,
  { category, dictionaryName }: Pick<DictionaryCreate, "category" | "dictionaryName">,
  self?: DictionaryRow,
): void {
  const taken = ownDictionaries(call).some(
    (other) =>
      other !== self && other.category === category && other.dictionaryName === dictionaryName,
  );
  if (taken) throw conflict("NAME_EXISTS");
}

function tell(call: Call, row: DictionaryRow, type: "created" | "updated" | "deleted"): void {
  announce(call.world, "dictionaries", { ...row, id: row.dictionaryId }, type);
}
