import { entryReading, isEntryReading, SURFACE_LENGTH } from "../../../../domain/entries/rules.ts";
import type {
  ChangedMatch,
  ChangePreviewResult,
  PreviewMatch,
  PreviewResult,
} from "../../../../domain/preview/schemas.ts";

/** A text with what was found in it. */
export interface CheckedText extends PreviewResult {
  text: string;
  /** Whether short readings were looked for within other words too. */
  withinWords: boolean;
  /** Whose dictionaries were looked through; undefined for those of all workspaces. */
  workspaceId: number | undefined;
}

/** The key of the last result, for the way back from an entry. It is lost with the page. */
export const KEPT = ["dictionaries", "preview"];

/** An entry that is used at a place, with those that it is preferred to. */
export interface UsedMatch {
  match: PreviewMatch;
  others: readonly PreviewMatch[];
}

/** The used matches by place; the answer lists the others behind the one that is preferred. */
export function usedMatches(matches: readonly PreviewMatch[]): UsedMatch[] {
  const used: { match: PreviewMatch; others: PreviewMatch[] }[] = [];
  for (const match of matches) {
    if (match.wins) used.push({ match, others: [] });
    else used.at(-1)?.others.push(match);
  }
  return used;
}

export interface FoundEntry extends PreviewMatch {
  id: number;
  found: number;
  used: number;
}

/** Each entry with how often it was found and used, the most frequent first. */
export function foundEntries(matches: readonly PreviewMatch[]): FoundEntry[] {
  const entries = new Map<number, FoundEntry>();
  for (const match of matches) {
    const { entryId: id, wins } = match;
    const { found, used } = entries.get(id) ?? { found: 0, used: 0 };
    entries.set(id, { ...match, id, found: found + 1, used: used + (wins ? 1 : 0) });
  }
  return [...entries.values()].sort((one, other) => other.found - one.found);
}

/** The dictionary whose entries are used most in the text. */
export function suggestedDictionary(matches: readonly PreviewMatch[]) {
  const dictionaries = new Map<number, { id: number; name: string; count: number }>();
  for (const { dictionaryId: id, dictionaryName: name } of matches.filter(({ wins }) => wins)) {
    const count = (dictionaries.get(id)?.count ?? 0) + 1;
    dictionaries.set(id, { id, name, count });
  }
  const [most] = [...dictionaries.values()].sort((one, other) => other.count - one.count);
  return most && { id: most.id, name: most.name };
}

/** The reading of a passage from its kana and the entries used in it; empty if a part is unknown. */
export function proposedReading(
  { text, matches }: Pick<CheckedText, "text" | "matches">,
  { start, end }: { start: number; end: number },
): string {
  let reading = "";
  let position = start;
  for (const { match } of usedMatches(matches)) {
    if (match.start < position || match.end > end) continue;
    reading += entryReading(text.slice(position, match.start)) + match.reading;
    position = match.end;
  }
  reading += entryReading(text.slice(position, end));
  return isEntryReading(reading) ? reading : "";
}

/** A passage in which a change uses other words than before; either side may have none. */
export interface Difference {
  start: number;
  end: number;
  before: readonly ChangedMatch[];
  after: readonly ChangedMatch[];
}

/** Where other words are used after a change, by place. */
export function differences({ before, after }: ChangePreviewResult): Difference[] {
  const [old, fresh] = [before.matches, after.matches].map(usedByWorkspace);
  const changed = [
    ...[...(old ?? [])].flatMap(([position, match]) =>
      fresh?.has(position) ? [] : [{ match, side: "before" as const }],
    ),
    ...[...(fresh ?? [])].flatMap(([position, match]) =>
      old?.has(position) ? [] : [{ match, side: "after" as const }],
    ),
  ].sort((one, other) => one.match.start - other.match.start);
  const found: { start: number; end: number; before: ChangedMatch[]; after: ChangedMatch[] }[] = [];
  for (const { match, side } of changed) {
    const last = found.at(-1);
    const joins = last !== undefined && match.start < last.end;
    const passage = joins ? last : { start: match.start, end: match.end, before: [], after: [] };
    if (!joins) found.push(passage);
    passage.end = Math.max(passage.end, match.end);
    passage[side].push(match);
  }
  return found;
}

function usedByWorkspace(matches: readonly ChangedMatch[]): Map<string, ChangedMatch> {
  const used = matches.filter(({ wins }) => wins);
  return new Map(used.map((match) => [placeOf(match), match]));
}

/** What a reader sees of a used word. */
export function placeOf({ start, end, surface, reading, category }: ChangedMatch): string {
  return [start, end, surface, reading, category].join("\t");
}

/** A passage that can become an entry; `start` and `end` in code units of the text. */
export interface Passage {
  start: number;
  end: number;
  surface: string;
}

/** The passage without spaces around it; undefined if it is empty, too long or of several lines. */
export function passageOf(text: string, from: number, to: number): Passage | undefined {
  const part = text.slice(from, to);
  const surface = part.trim();
  const isEntry =
    surface !== "" && !/[\n\t]/.test(surface) && [...surface].length <= SURFACE_LENGTH;
  if (!isEntry) return undefined;
  const start = from + part.indexOf(surface);
  return { start, end: start + surface.length, surface };
}
