import Button from "@mui/material/Button";
import { Navigate, useSearchParams } from "react-router";
import { can } from "../../../../domain/access.ts";
import { SHEET_FILES } from "../../../../domain/files/formulas.ts";
import type {
  UserImport,
  UserImportCheck,
  UserImportMails,
  UserImportSummary,
} from "../../../../domain/userImports/schemas.ts";
import type { PeopleScope } from "../../../../domain/userImports/sentences.ts";
import { StatusChip } from "../../../components/display/StatusChip.tsx";
import type { FileKind } from "../../../components/imports/ImportFile.tsx";
import { ImportPage, type ImportSource } from "../../../components/imports/ImportPage.tsx";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import styles from "../../../components/upload/fileImport.module.css";
import { fileImports } from "../../../i18n/ja/fileImports.ts";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { InvitePage, PASTED, PEOPLE_LISTS } from "./InvitePage.tsx";
import { PeopleDryRun, peopleResult, sheetColumns } from "./PeopleDryRun.tsx";

interface MailsProps {
  mails: UserImportMails;
  /** Reads the import again. */
  onResent: () => Promise<unknown>;
}

/** What has become of the invitations of an import. */
function Mails({ mails, onResent }: MailsProps) {
  const { sent, waiting, failed, failedPeople } = mails;
  const words = userImports.mails;
  return (
    <div className="grid gap-8 lined pad-12-16">
      <h3>{words.title}</h3>
      <p role="status" className="wrap gap-8">
        {waiting > 0 ? <StatusChip tone="info" label={words.waiting(waiting)} /> : null}
        {sent > 0 || waiting + failed === 0 ? (
          <StatusChip tone="success" label={words.sent(sent)} />
        ) : null}
        {failed > 0 ? <StatusChip tone="error" label={words.failed(failed)} /> : null}
      </p>
      {waiting > 0 ? <p className="note">{words.hint}</p> : null}
      {failedPeople.length > 0 ? (
        <ul aria-label={words.failedList} className={styles.people}>
          {failedPeople.map((person) => (
            <li key={person.userId} className="line spread gap-12">
              <span>
                {person.userName}
                <span className="note block">{person.email}</span>
              </span>
              <ResendButton person={person} onResent={onResent} />
            </li>
          ))}
        </ul>
      ) : null}
      {failed > failedPeople.length ? <p>{words.more(failedPeople.length)}</p> : null}
    </div>
  );
}

interface ResendButtonProps {
  person: UserImportMails["failedPeople"][number];
  onResent: () => Promise<unknown>;
}

function ResendButton({ person: { userId: id, userName }, onResent }: ResendButtonProps) {
  const { write, pending } = useWrite("POST /users/{id}/invitation", {
    changes: "users",
    noticesProblem: true,
    onWritten: onResent,
  });
  return (
    <Button
      size="small"
      variant="outlined"
      disabled={pending}
      aria-label={userImports.mails.resendTo(userName)}
      onClick={() => void write({ id })}
    >
      {pending ? userImports.mails.resending : userImports.mails.resend}
    </Button>
  );
}

/** While invitations wait, their number is read again. */
const MAILS_MS = 5_000;

const text = userImports.file;

const kindOf = (scope: PeopleScope): FileKind => ({
  accept: SHEET_FILES,
  label: fileImports.file.label,
  limits: text.limits,
  hints: [text.columns(scope), text.others, text.blanks],
  template: { name: text.templateName[scope], columns: sheetColumns(scope) },
});

const kinds: Readonly<Record<PeopleScope, FileKind>> = {
  users: kindOf("users"),
  members: kindOf("members"),
};

const source: ImportSource<UserImportCheck, UserImport, UserImportSummary> = {
  resource: "user-imports",
  idField: "userImportId",
  read: (api, id, signal) => api("GET /user-imports/{id}", { id, signal }),
  check: (api, file, sending) => api("POST /user-imports/check", { body: { file }, ...sending }),
  readsAgainAfter: ({ mails }) => (mails.waiting > 0 ? MAILS_MS : false),
  resultText: peopleResult,
  RevertDialog: lazyDialog(
    async () => (await import("./PeopleRevertDialog.tsx")).PeopleRevertDialog,
  ),
};

/** /users/import: adds, changes and disables people by a file, and undoes it. */
function UserImportPage({ scope }: { scope: PeopleScope }) {
  const [parameters] = useSearchParams();
  return (
    <ImportPage
      title={userImports.title[scope]}
      back={PEOPLE_LISTS[scope]}
      source={source}
      kind={kinds[scope]}
      dryRun={(checked, steps) => (
        <PeopleDryRun
          scope={scope}
          checked={checked}
          keepsOthers={parameters.get("check") === PASTED}
          steps={steps}
        />
      )}
      details={({ revertedAt, mails, result }, refetch) =>
        !revertedAt && result.added > 0 ? <Mails mails={mails} onResent={refetch} /> : null
      }
    />
  );
}

interface PeopleScreenProps {
  scope: PeopleScope;
  /** Of a pasted list of addresses, not of a file. */
  pastes?: boolean;
}

const RIGHTS = { users: "user.manage", members: "member.manage" } as const;

/** Both ways to many people, whose code loads together: one confirms what the other has read. */
export function PeopleScreen({ scope, pastes = false }: PeopleScreenProps) {
  if (!can(useUserProfile(), RIGHTS[scope])) return <Navigate to="/users" replace />;
  return pastes ? <InvitePage scope={scope} /> : <UserImportPage scope={scope} />;
}
