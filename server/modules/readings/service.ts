import { foldWithPositions } from "../../../domain/entries/fold.ts";
import { MOST_SURFACES } from "../../../domain/readings/rules.ts";
import type { SurfaceReadings } from "../../../domain/readings/schemas.ts";
import { katakana } from "../../../domain/text/katakana.ts";
import type { AskedSurface } from "../../analyser/analyserTasks.ts";
import type { Deps } from "../../context.ts";
import { surfacePositions } from "../preview/service/keyedPositions.ts";
import { keysInText } from "../preview/service/keysInText.ts";
import { storedWords } from "../preview/service/previewText.ts";
import type { Viewer } from "../workspaces/queries/visibleTo.ts";

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
export async function findReadings(
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
export async function findAgreedReadings(
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
