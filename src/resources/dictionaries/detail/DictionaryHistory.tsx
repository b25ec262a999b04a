import { HistoryList } from "../../../components/audit/HistoryList.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { auditEvents } from "../../../i18n/ja/resources/auditEvents.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import type { DictionaryRecord } from "../../records.ts";
import { dictionaryPath } from "../paths.ts";
import { seenAmong, useWorkspaces } from "../WorkspaceNames.tsx";

const text = dictionaries.workspaces;

/** With the names of its workspaces as they are now, which events add and remove. */
export function DictionaryHistory({ dictionary }: { dictionary: DictionaryRecord }) {
  const { dictionaryId, workspaceIds } = dictionary;
  const { data = [] } = useWorkspaces(workspaceIds.length > 0);
  const { seen } = seenAmong(workspaceIds, data);
  const workspaces = workspaceIds.map((workspaceId) => {
    const known = seen.find((each) => each.workspaceId === workspaceId);
    return { workspaceId, workspaceName: known?.workspaceName ?? text.unseenName };
  });
  return (
    <Section title={auditEvents.history.title}>
      <HistoryList
        kind="dictionary"
        id={dictionaryId}
        record={{ ...dictionary, workspaces }}
        form={dictionaryPath(dictionaryId, "edit")}
      />
    </Section>
  );
}
