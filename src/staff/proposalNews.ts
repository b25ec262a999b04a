import { TOLD_STATES } from "../../domain/proposals/rules.ts";
import { proposalPages } from "../i18n/ja/proposals.ts";
import type { ConsoleApi } from "../providers/dataProvider.ts";

const told = new Set<string>();

/** Says what has become of the person's own proposals since `since`, each once on this page. */
export async function tellProposalNews(
  { api }: Pick<ConsoleApi, "api">,
  since: number,
  say: (sentence: string) => void,
): Promise<void> {
  const { content } = await api("GET /proposals", {
    query: { mine: "true", state: TOLD_STATES.join(","), sort: "updatedAt,desc" },
  });
  for (const { proposalId, version, decidedAt, state, entry, change } of content) {
    const key = `${proposalId} ${version}`;
    if (decidedAt === null || Date.parse(decidedAt) < since || told.has(key)) continue;
    told.add(key);
    say(proposalPages.news(entry?.surface ?? change.surface ?? "", proposalPages.state[state]));
  }
}
