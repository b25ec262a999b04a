import { useState } from "react";
import type { RaRecord } from "react-admin";
import {
  personHeadings,
  rolesCell,
  SEPARATORS,
  userImportErrorsTitle,
} from "../../../../domain/userImports/cells.ts";
import type {
  ImportedPerson,
  UserImport,
  UserImportCheck,
  UserImportRow,
  UserImportSummary,
} from "../../../../domain/userImports/schemas.ts";
import {
  type PeopleScope,
  type PersonField,
  scopeFields,
} from "../../../../domain/userImports/sentences.ts";
import { ConfirmDialog } from "../../../components/dialog/ConfirmDialog.tsx";
import { draftKey } from "../../../components/draft/draftStore.ts";
import { Radios } from "../../../components/form/Radios.tsx";
import { SheetCommitForm } from "../../../components/imports/CommitForm.tsx";
import { type Confirmed, ImportDryRun } from "../../../components/imports/ImportDryRun.tsx";
import { countsText } from "../../../components/imports/ImportOutcome.tsx";
import type { ImportSteps } from "../../../components/imports/ImportPage.tsx";
import {
  lineColumn,
  Value,
  valueColumn,
  verdictColumn,
} from "../../../components/imports/rowColumns.tsx";
import type { Column } from "../../../components/list/column.ts";
import { fileImports } from "../../../i18n/ja/fileImports.ts";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { readingTexts } from "../../../i18n/ja/readings.ts";
import { users } from "../../../i18n/ja/resources/users.ts";
import { workspaces } from "../../../i18n/ja/resources/workspaces.ts";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { discardDraft } from "../../../providers/data/drafts.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { INVITE_DRAFT } from "./InvitePage.tsx";

const commitText = userImports.commit;

interface PeopleCommitProps {
  counts: UserImportCheck["counts"];
  confirmed: Confirmed;
  /** A pasted list says nothing about those who are not in it. */
  keepsOthers: boolean;
  steps: ImportSteps<UserImport>;
}

/** Carries the import out. Nothing is chosen beforehand about those who are not in the file. */
function PeopleCommit({ counts, confirmed, keepsOthers, steps }: PeopleCommitProps) {
  const [missingPeople, setMissingPeople] = useState<"keep" | "disable">();
  const [confirming, setConfirming] = useState(false);
  const { write, pending, problem } = useWrite("POST /user-imports", {
    changes: "users",
    onWritten: () => keepsOthers && discardDraft(draftKey(...INVITE_DRAFT)),
  });
  const others = keepsOthers ? 0 : counts.disable;
  const disablesMissing = missingPeople === "disable" && others > 0;
  const changesNobody = counts.new + counts.update + (missingPeople === "keep" ? 0 : others) === 0;

  function undecided(): string | null {
    if (others > 0 && missingPeople === undefined) return commitText.choose;
    return counts.error > 0 && disablesMissing ? commitText.errorsWithMissing : null;
  }
  const sentence = undecided();

  function commit(skipErrors: boolean) {
    setConfirming(false);
    const body = {
      ...confirmed,
      disablesMissing: `${disablesMissing}`,
      skipErrors: `${skipErrors}`,
    } as const;
    void steps.carryOut(write({ body, onUpload: () => {} }));
  }

  return (
    <>
      <SheetCommitForm
        pending={pending}
        problem={problem}
        running={commitText.running}
        errors={counts.error}
        undecided={sentence === null ? null : { field: "disables", sentence }}
        reason={changesNobody ? fileImports.commit.nothing : null}
        danger={disablesMissing}
        submit={
          disablesMissing ? commitText.submitDisabling(counts.disable) : fileImports.commit.submit
        }
        onCommit={(skipErrors) => (disablesMissing ? setConfirming(true) : commit(skipErrors))}
      >
        {(id) => (
          <>
            <p>
              {commitText.effect(counts.new, counts.update)}
              {counts.new > 0 ? commitText.mails(counts.new) : null}
            </p>
            {others > 0 ? (
              <Radios
                legend={commitText.missing}
                name={`${id}disables`}
                aria-describedby={`${id}problem`}
                options={[
                  { value: "keep", label: commitText.keep(counts.disable) },
                  {
                    value: "disable",
                    label: commitText.disable(counts.disable),
                    hint: commitText.disableHint,
                    danger: true,
                  },
                ]}
                value={missingPeople}
                onChange={setMissingPeople}
              />
            ) : null}
          </>
        )}
      </SheetCommitForm>
      <ConfirmDialog
        open={confirming}
        title={commitText.question.title}
        confirmLabel={commitText.submitDisabling(counts.disable)}
        onConfirm={() => commit(false)}
        onClose={() => setConfirming(false)}
      >
        <p>{commitText.question.body(counts.disable)}</p>
        <p>{commitText.question.hint}</p>
      </ConfirmDialog>
    </>
  );
}

const text = userImports.dryRun;

interface PeopleDryRunProps {
  scope: PeopleScope;
  checked: { file: File; check: UserImportCheck };
  /** A pasted list says nothing about those who are not in it. */
  keepsOthers: boolean;
  steps: ImportSteps<UserImport>;
}

/** 追加 12人・更新 3人: what an import did; of one that was undone what undoing did. */
export function peopleResult({ result, undone }: UserImportSummary): string {
  return countsText(userImports.result, undone ?? result, "人");
}

const { DISABLE, ...verdictsOfPasted } = userImports.verdicts;

/** The columns of a file of an area. */
export const sheetColumns = (scope: PeopleScope) =>
  scopeFields[scope].map((field) => ({
    field,
    heading: personHeadings[field],
    example: userImports.file.example[field],
  }));

const readings = {
  missing: readingTexts.missing.people,
  beside: "userName",
  read: (row: UserImportRow, userNameKana: string) => ({
    ...row,
    after: row.after && { ...row.after, userNameKana },
  }),
};

/** What an import would do, before anybody is changed. */
export function PeopleDryRun({ scope, checked, keepsOthers, steps }: PeopleDryRunProps) {
  const { fileName, counts } = checked.check;
  const firstOfPasted = counts.error > 0 ? "ERROR" : "NEW";
  return (
    <ImportDryRun<UserImportRow, UserImportCheck>
      checked={checked}
      steps={steps}
      lead={text.untouched(fileName)}
      columns={personColumns[scope]}
      verdicts={keepsOthers ? verdictsOfPasted : userImports.verdicts}
      first={keepsOthers ? firstOfPasted : undefined}
      errors={{ title: userImportErrorsTitle, columns: sheetColumns(scope) }}
      readings={readings}
    >
      {(check, confirmed) => (
        <>
          <PeopleCommit
            counts={check.counts}
            confirmed={confirmed}
            keepsOthers={keepsOthers}
            steps={steps}
          />
          <p className="note">{text.disabled}</p>
        </>
      )}
    </ImportDryRun>
  );
}

type PersonRecord = UserImportRow & RaRecord;

const name: Column<PersonRecord> = {
  source: "userName",
  label: users.fields.userName,
  names: true,
  render: (row) => (
    <>
      <Value row={row} value={({ userName }) => userName} fields={["userName"]} />
      {row.after ? null : (
        <span className="note block">
          <Value row={row} value={() => ""} fields={["userNameKana"]} />
        </span>
      )}
    </>
  ),
  below: ({ after }) => after?.userNameKana ?? null,
};

const personColumn = valueColumn<ImportedPerson, PersonField>;

const organization = personColumn({
  source: "organizationName",
  label: users.fields.organizationName,
  value: ({ organizationName }) => organizationName ?? "",
  fields: ["organizationNo"],
});

const columns: readonly Column<PersonRecord>[] = [
  lineColumn(72),
  verdictColumn(142, userImports.verdictChips),
  // Why a row is an error must be in view without a scroll to the side.
  { source: "reason", label: importPages.rows.reason, width: 220 },
  name,
  personColumn({
    source: "email",
    label: users.fields.email,
    width: 220,
    value: ({ email }) => email,
    fields: ["email"],
  }),
  personColumn({
    source: "roles",
    label: users.fields.roles,
    width: 130,
    value: rolesCell,
    fields: ["roles"],
  }),
  personColumn({
    source: "workspaces",
    label: workspaces.name,
    width: 140,
    value: ({ workspaceNames }) => workspaceNames.join(SEPARATORS.workspaces),
    fields: ["workspaces"],
  }),
];

/** Without the organization in the staff area, where it is always the own one. */
const personColumns: Readonly<Record<PeopleScope, readonly Column<PersonRecord>[]>> = {
  members: columns,
  users: [...columns.slice(0, 4), organization, ...columns.slice(4)],
};
