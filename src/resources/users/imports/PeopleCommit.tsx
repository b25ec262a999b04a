import { useState } from "react";
import type { UserImport, UserImportCheck } from "../../../../domain/userImports/schemas.ts";
import { ConfirmDialog } from "../../../components/dialog/ConfirmDialog.tsx";
import { draftKey } from "../../../components/draft/draftStore.ts";
import { Radios } from "../../../components/form/Radios.tsx";
import { SheetCommitForm } from "../../../components/imports/CommitForm.tsx";
import type { Confirmed } from "../../../components/imports/ImportDryRun.tsx";
import type { ImportSteps } from "../../../components/imports/ImportPage.tsx";
import { fileImports } from "../../../i18n/ja/fileImports.ts";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { discardDraft } from "../../../providers/data/drafts.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { INVITE_DRAFT } from "./InvitePage.tsx";

const text = userImports.commit;

interface PeopleCommitProps {
  counts: UserImportCheck["counts"];
  confirmed: Confirmed;
  /** A pasted list says nothing about those who are not in it. */
  keepsOthers: boolean;
  steps: ImportSteps<UserImport>;
}

/** Carries the import out. Nothing is chosen beforehand about those who are not in the file. */
export function PeopleCommit({ counts, confirmed, keepsOthers, steps }: PeopleCommitProps) {
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
    if (others > 0 && missingPeople === undefined) return text.choose;
    return counts.error > 0 && disablesMissing ? text.errorsWithMissing : null;
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
        running={text.running}
        errors={counts.error}
        undecided={sentence === null ? null : { field: "disables", sentence }}
        reason={changesNobody ? fileImports.commit.nothing : null}
        danger={disablesMissing}
        submit={disablesMissing ? text.submitDisabling(counts.disable) : fileImports.commit.submit}
        onCommit={(skipErrors) => (disablesMissing ? setConfirming(true) : commit(skipErrors))}
      >
        {(id) => (
          <>
            <p>
              {text.effect(counts.new, counts.update)}
              {counts.new > 0 ? text.mails(counts.new) : null}
            </p>
            {others > 0 ? (
              <Radios
                legend={text.missing}
                name={`${id}disables`}
                aria-describedby={`${id}problem`}
                options={[
                  { value: "keep", label: text.keep(counts.disable) },
                  {
                    value: "disable",
                    label: text.disable(counts.disable),
                    hint: text.disableHint,
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
        title={text.question.title}
        confirmLabel={text.submitDisabling(counts.disable)}
        onConfirm={() => commit(false)}
        onClose={() => setConfirming(false)}
      >
        <p>{text.question.body(counts.disable)}</p>
        <p>{text.question.hint}</p>
      </ConfirmDialog>
    </>
  );
}
