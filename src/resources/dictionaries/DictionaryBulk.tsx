import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { lockSentences } from "../../../domain/dictionaries/rules.ts";
import type { DictionaryAssignments } from "../../../domain/dictionaries/schemas.ts";
import { formatRecent } from "../../../domain/text/dates.ts";
import { BulkBar } from "../../components/bulk/BulkBar.tsx";
import type { BulkAction, BulkOutcome } from "../../components/bulk/BulkDialog.tsx";
import { Checkbox } from "../../components/form/Checkbox.tsx";
import type { ChosenRows } from "../../components/list/choice.tsx";
import { app } from "../../i18n/ja/app.ts";
import { bulk, manyDictionaries as text } from "../../i18n/ja/bulk.ts";
import { readsOf } from "../../providers/data/reads.ts";
import { useWrite } from "../../writes/useWrite.ts";
import type { DictionaryRecord } from "../records.ts";
import styles from "./form/workspacesInput.module.css";
import { seenAmong, useWorkspaces, useWorkspacesText } from "./WorkspaceNames.tsx";

/** Says for which workspaces chosen dictionaries are used. */
export function DictionaryBulk(rows: ChosenRows<DictionaryRecord>) {
  const queryClient = useQueryClient();
  const { data: workspaces = [] } = useWorkspaces();
  const namesOf = useWorkspacesText();
  const { write, pending } = useWrite("POST /dictionaries/bulk", { changes: "dictionaries" });

  async function send(
    dictionaries: DictionaryAssignments["dictionaries"],
    before: readonly DictionaryRecord[],
  ): Promise<BulkOutcome> {
    const { result, problem } = await write({ body: { dictionaries } });
    if (!result) {
      // Another user may have changed or locked them first: the next attempt starts from that.
      if (problem?.answer) void queryClient.invalidateQueries(readsOf("dictionaries"));
      return problem ? { problem } : {};
    }
    const { dictionaries: changed, unchanged } = result;
    if (changed.length === 0) return { result: { said: bulk.unchanged } };
    const former = changed.map(({ dictionaryId, version }) => ({
      dictionaryId,
      version,
      workspaceIds: before.find((row) => row.dictionaryId === dictionaryId)?.workspaceIds ?? [],
    }));
    const done = text.done(changed.length);
    const said = unchanged > 0 ? done + text.unchanged(unchanged) : done;
    return { result: { said, undo: () => send(former, before) } };
  }

  /** As in the form of one dictionary, workspaces that the person cannot see stay. */
  function assign(dictionaries: readonly DictionaryRecord[], wanted: readonly number[] = []) {
    return send(
      dictionaries.map(({ dictionaryId, version, workspaceIds }) => {
        const { seen } = seenAmong(workspaceIds, workspaces);
        const unseen = workspaceIds.filter(
          (id) => !seen.some(({ workspaceId }) => workspaceId === id),
        );
        return { dictionaryId, version, workspaceIds: [...unseen, ...wanted] };
      }),
      dictionaries,
    );
  }

  const action: BulkAction<DictionaryRecord, readonly number[]> = {
    label: text.label,
    question: {
      title: text.title,
      body: text.question,
      hint: text.hint,
      field: (field) => (
        <div className="around">
          <WorkspacesField {...field} />
        </div>
      ),
    },
    untouched: ({ lockedByName, lockedAt }) =>
      lockedByName === null || lockedAt === null
        ? null
        : lockSentences.heldBy(lockedByName, formatRecent(lockedAt)),
    run: assign,
  };
  return (
    <BulkBar
      {...rows}
      actions={[action]}
      describe={({ dictionaryName, workspaceIds }) => [
        dictionaryName,
        text.now(namesOf(workspaceIds)),
      ]}
      counted={text.counted}
      pending={pending}
    />
  );
}

interface WorkspacesFieldProps {
  value: readonly number[] | undefined;
  onChange: (value: readonly number[]) => void;
  isMissing: boolean;
}

/** A checkbox for each workspace, and one for all. Nothing is chosen at first, so that all is a choice. */
function WorkspacesField({ value, onChange, isMissing }: WorkspacesFieldProps) {
  const { data: workspaces = [], isPending, error } = useWorkspaces();
  const errorId = useId();
  const lacks = isMissing && value === undefined;
  const aria = lacks ? { "aria-invalid": true, "aria-describedby": errorId } : {};

  function toggle(id: number) {
    const chosen = value ?? [];
    onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  }

  return (
    <fieldset className={`stack gap-4 ${styles.field}`}>
      <FormLabel component="legend">{text.field}</FormLabel>
      {isPending ? <p className={`note ${styles.state}`}>{app.loading}</p> : null}
      {error ? <p className={`note ${styles.state}`}>{app.combobox.failed}</p> : null}
      <div className={`wrap optional scroll-y gap-0-8 ${styles.boxes}`}>
        <Checkbox
          {...aria}
          label={text.all}
          checked={value?.length === 0}
          onChange={() => onChange([])}
        />
        {workspaces.map(({ workspaceId, workspaceName }) => (
          <Checkbox
            {...aria}
            key={workspaceId}
            label={workspaceName}
            checked={value?.includes(workspaceId) ?? false}
            onChange={() => toggle(workspaceId)}
          />
        ))}
      </div>
      {lacks ? (
        <FormHelperText id={errorId} error>
          {text.choose}
        </FormHelperText>
      ) : null}
    </fieldset>
  );
}
