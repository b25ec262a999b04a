import { HistoryList } from "../../../components/audit/HistoryList.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { useText } from "../../../i18n/translate.ts";
import type { DictionaryRecord } from "../../records.ts";
import { dictionaryPath } from "../paths.ts";
import { seenAmong, useWorkspaces } from "../WorkspaceNames.tsx";

/** With the names of its workspaces as they are now, which events add and remove. */
export function DictionaryHistory({ dictionary }: { dictionary: DictionaryRecord }) {
  const { dictionaryId, workspaceIds } = dictionary;
  const text = useText("resources.dictionaries.workspaces");
  const { data = [] } = useWorkspaces(workspaceIds.length > 0);
  const { seen } = seenAmong(workspaceIds, data);
  const workspaces = workspaceIds.map((workspaceId) => {
    const known = seen.find((each) => each.workspaceId === workspaceId);
    return { workspaceId, workspaceName: known?.workspaceName ?? text("unseenName") };
  });
  return (
    <Section title="resources.audit-events.history.title">
      <HistoryList
        kind="dictionary"
        id={dictionaryId}
        record={{ ...dictionary, workspaces }}
        form={dictionaryPath(dictionaryId, "edit")}
      />
    </Section>
  );
}
