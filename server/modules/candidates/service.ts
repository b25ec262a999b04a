import { createHash } from "node:crypto";
import { knownAs } from "../../../domain/candidates/nounPhrases.ts";
import {
  type CandidateKind,
  type FoundCandidate,
  type KnownEntry,
  MOST_IGNORED,
} from "../../../domain/candidates/rules.ts";
import type { AskedTexts, Candidate, IgnoredSurfaces } from "../../../domain/candidates/schemas.ts";
import { entryFold } from "../../../domain/entries/fold.ts";
import { MOST_WEIGHT } from "../../../domain/entries/rules.ts";
import { grouped } from "../../../domain/grouped.ts";
import { fieldSentences } from "../../../domain/problems/sentences.ts";
import { searchKey } from "../../../domain/text/searchKey.ts";
import { hex } from "../../bytes.ts";
import type { Deps } from "../../context.ts";
import { validationFailed } from "../../problem.ts";
import { findWorkspace, type Viewer } from "../workspaces/queries.ts";
import { addIgnored, deleteIgnored, findIgnored, findKnownEntries } from "./queries.ts";

/**
 * Words for dictionaries that a transcript and its corrected text, or one text, tell of, the likeliest first.
 * The texts go to the analyser's thread alone; nothing is written. Throws 422 `errors.workspaceId` for a
 * workspace that the user cannot see, and 503 OVERLOADED if the analyser is not free in time.
 */
export async function findCandidates(
  { db, analyser }: Pick<Deps, "db" | "analyser">,
  viewer: Viewer,
  { before, after, workspaceId, signal }: AskedTexts & { signal: AbortSignal },
): Promise<Candidate[]> {
  const { organizationId } = viewer;
  if (workspaceId !== undefined && !(await findWorkspace(db, viewer, workspaceId))) {
    throw validationFailed({ workspaceId: fieldSentences.workspaceUnknown });
  }
  const texts = { before: before ?? null, after };
  const found = await analyser.candidates(texts, { organizationId, signal });
  if (found.length === 0) return [];
  const surfaces = found.map(({ surface }) => surface);
  const digests = surfaces.map((surface) => digestOf(organizationId, surface));
  const ignored = await findIgnored(db, organizationId, digests);
  const entries = await findKnownEntries(db, { organizationId, workspaceId }, [
    ...new Set(surfaces.map(searchKey)),
  ]);
  const known = grouped(entries.map((entry) => [entryFold(entry.surface), entry] as const));
  return found.flatMap((candidate) => {
    if (ignored.has(hex(digestOf(organizationId, candidate.surface)))) return [];
    const as = knownAs(candidate, known.get(entryFold(candidate.surface)) ?? []);
    return as ? [presentCandidate(candidate, as)] : [];
  });
}

/** Leaves surfaces out of the candidates of an organization from now on, or no longer. */
export async function ignoreCandidates(
  { db, now }: Pick<Deps, "db" | "now">,
  { organizationId }: { organizationId: number },
  { surfaces, ignored = true }: IgnoredSurfaces,
): Promise<void> {
  const ofSurfaces = new Map(
    surfaces.map((surface) => {
      const digest = digestOf(organizationId, surface);
      return [hex(digest), digest];
    }),
  );
  const digests = [...ofSurfaces.values()];
  if (!ignored) return deleteIgnored(db, organizationId, digests);
  await addIgnored(db, { organizationId, digests, at: now() }, MOST_IGNORED);
}

/** Of the surface as texts are compared with it, and of the organization, so that no two of these have it. */
function digestOf(organizationId: number, surface: string): Buffer {
  return createHash("sha256")
    .update(`${organizationId}\n${entryFold(surface)}`)
    .digest();
}

function presentCandidate(
  { heardReadings, ...candidate }: FoundCandidate,
  { kind, entry }: { kind: CandidateKind; entry?: KnownEntry },
): Candidate {
  if (!entry) return { ...candidate, kind };
  const { entryId, dictionaryId, dictionaryName, reading, weight, version } = entry;
  return {
    ...candidate,
    kind,
    entryId,
    dictionaryId,
    dictionaryName,
    known: { reading, weight, version },
    ...(kind === "KNOWN_NOT_REFLECTED"
      ? { versions: { entry: entry.revision, fetched: entry.fetched } }
      : {}),
    ...(kind === "KNOWN_MISHEARD" ? proposalFor(entry, heardReadings) : {}),
  };
}

/** A greater weight while there is one, then what was heard as a reading. */
function proposalFor(
  { reading, weight }: KnownEntry,
  [heard]: readonly string[],
): Pick<Candidate, "proposal"> {
  if (weight < MOST_WEIGHT) return { proposal: { weight: weight + 1 } };
  if (heard && heard !== reading) return { proposal: { reading: heard } };
  return {};
}
