import { nameReadingEndpoints, readingEndpoints } from "../../../domain/api/imports.ts";
import { foldWithPositions } from "../../../domain/entries/fold.ts";
import { MOST_AT_ONCE, MOST_SURFACES } from "../../../domain/readings/rules.ts";
import type { AcceptedReadings, SurfaceReadings } from "../../../domain/readings/schemas.ts";
import { katakana } from "../../../domain/text/katakana.ts";
import type { AskedSurface } from "../../analyser/analyserTasks.ts";
import type { AreaRoutes, Deps } from "../../context.ts";
import { transactOn } from "../../db/transact.ts";
import { checkEntry } from "../../formats/fitness.ts";
import { implement } from "../../implement.ts";
import { disconnectSignal } from "../../plugins/uploads.ts";
import { conflict } from "../../problem.ts";
import { measureImport } from "../imports/queries/importCapacity.ts";
import { correctRows, findWithoutReading } from "../imports/queries/importRows.ts";
import type { ImportKey } from "../imports/queries/imports.ts";
import { openImport } from "../imports/service/commitImport.ts";
import { stagedValues } from "../imports/service/prepareImport.ts";
import { foundImport, readImport } from "../imports/service/readImports.ts";
import { keysInText, surfacePositions } from "../preview/service/keysInText.ts";
import { storedWords } from "../preview/service/previewText.ts";
import type { Viewer } from "../workspaces/queries.ts";

/**
 * Gives rows of a dry run that state no reading the one on which two sources agree
 * (docs/product/readings.md#imports): of the rows behind `after` so many that the answer is there in time, in
 * a transaction of their own. The dictionary does not change. Throws 404, 409 ALREADY_COMMITTED, 503
 * OVERLOADED if the analyser is not free in time.
 */
async function acceptReadings(
  deps: Pick<Deps, "db" | "analyser" | "now">,
  viewer: Viewer,
  { after = 0, ...key }: ImportKey & { after?: number | undefined },
  signal: AbortSignal,
): Promise<AcceptedReadings> {
  const { committed_at: committedAt } = await foundImport(deps.db, key);
  if (committedAt) throw conflict("ALREADY_COMMITTED");
  const rows = await findWithoutReading(deps.db, key, { after, most: MOST_AT_ONCE });
  const surfaces = rows.map(({ cells }) => cells.surface ?? "");
  const agreed = await findAgreedReadings(deps, viewer, { surfaces, signal });
  const corrected = rows.flatMap(({ row_no, cells }, at) => {
    const reading = agreed[at];
    if (!reading) return [];
    const checked = checkEntry({ ...cells, surface: cells.surface ?? "", reading });
    return "reason" in checked ? [] : [{ row_no, values: stagedValues(checked) }];
  });
  if (corrected.length > 0) {
    await transactOn(deps.db)(async (trx) => {
      await openImport(trx, key);
      await correctRows(trx, key, corrected);
      await measureImport(trx, key);
    });
  }
  const next = rows.length === MOST_AT_ONCE ? (rows.at(-1)?.row_no ?? null) : null;
  return { ...(await readImport(deps, key)), next };
}

/** Readings of one own word that are offered. */
const MOST_OF_WORD = 3;

interface Asked {
  surfaces: readonly string[];
  ofNames?: boolean | undefined;
  signal: AbortSignal;
}

/**
 * What is offered for each surface, in the order of the surfaces; without a viewer no own words are asked.
 * Nothing is written. Throws 503 OVERLOADED if the analyser is not free in time.
 */
async function findReadings(
  { db, analyser }: Pick<Deps, "db" | "analyser">,
  viewer: Viewer | null,
  { surfaces, ofNames = false, signal }: Asked,
): Promise<SurfaceReadings> {
  const asked = viewer
    ? await withOwnWords({ db }, viewer, surfaces)
    : surfaces.map((surface) => ({ surface, own: [] }));
  const organizationId = viewer?.organizationId ?? 0;
  const offers = await analyser.readings(asked, { organizationId, ofNames, signal });
  const written = (reading: string) => (ofNames ? katakana(reading) : reading);
  return surfaces.map((surface, at) => {
    const { readings = [], agreed = null } = offers[at] ?? {};
    return {
      surface,
      readings: readings.map(({ reading, source }) => ({ reading: written(reading), source })),
      agreed: agreed && written(agreed),
    };
  });
}

/**
 * The reading of each surface on which two sources agree (docs/product/readings.md#imports); null without
 * one. Throws 503 OVERLOADED if the analyser is not free in time.
 */
async function findAgreedReadings(
  deps: Pick<Deps, "db" | "analyser">,
  viewer: Viewer,
  { surfaces, signal }: Asked,
): Promise<(string | null)[]> {
  const all: (string | null)[] = [];
  for (let from = 0; from < surfaces.length; from += MOST_SURFACES) {
    const some = surfaces.slice(from, from + MOST_SURFACES);
    const offers = await findReadings(deps, viewer, { surfaces: some, signal });
    all.push(...offers.map(({ agreed }) => agreed));
  }
  return all;
}

/** Each surface with the enabled words of the organization that stand in it. */
async function withOwnWords(
  { db }: Pick<Deps, "db">,
  viewer: Viewer,
  surfaces: readonly string[],
): Promise<AskedSurface[]> {
  const words = await storedWords(db, viewer, undefined);
  // Surfaces have no line breaks, and no word goes beyond one.
  const folded = foldWithPositions(surfaces.join("\n"));
  const positions = surfacePositions(folded);
  const keysAt = await keysInText(
    folded.folded,
    { positions, least: 1 },
    words.floorsBy("surface"),
  );
  const keys = new Set(positions.flatMap((position) => [...keysAt(position)]));
  const readings = new Map<string, Set<string>>();
  for (const { key, reading } of keys.size > 0 ? await words.byKeys("surface", [...keys]) : []) {
    const known = readings.get(key) ?? new Set();
    if (known.size < MOST_OF_WORD) readings.set(key, known.add(reading));
  }
  const texts = folded.folded.split("\n");
  return surfaces.map((surface, at) => {
    const text = texts[at] ?? "";
    const own = [...readings].flatMap(([key, ofKey]) =>
      text.includes(key) ? [...ofKey].map((reading) => ({ key, reading })) : [],
    );
    return { surface, own };
  });
}

export const readingRoutes: AreaRoutes = (app, deps) =>
  implement(app, readingEndpoints, {
    "GET /readings": ({ member, query, reply }) =>
      findReadings(deps, member, { surfaces: query.surface, signal: disconnectSignal(reply) }),
    "POST /readings": ({ member, body, reply }) =>
      findReadings(deps, member, { ...body, signal: disconnectSignal(reply) }),
    "POST /dictionaries/{id}/imports/{importId}/accept-readings": (call) => {
      const { member, params, body, reply } = call;
      const { id: dictionaryId, importId } = params;
      const key = { organizationId: member.organizationId, dictionaryId, importId };
      return acceptReadings(deps, member, { ...key, ...body }, disconnectSignal(reply));
    },
  });

export const nameReadingRoutes: AreaRoutes = (app, deps) =>
  implement(app, nameReadingEndpoints, {
    "POST /readings": ({ body, reply }) =>
      findReadings(deps, null, { ...body, signal: disconnectSignal(reply) }),
  });
