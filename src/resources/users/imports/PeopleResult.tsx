import Button from "@mui/material/Button";
import type {
  UserImport,
  UserImportMails,
  UserImportSummary,
} from "../../../../domain/userImports/schemas.ts";
import { StatusChip } from "../../../components/display/StatusChip.tsx";
import { ImportResult } from "../../../components/imports/ImportResult.tsx";
import styles from "../../../components/upload/fileImport.module.css";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { resultText } from "./resultText.ts";

interface PeopleResultProps {
  imported: UserImport;
  isNew: boolean;
  onRevert: (imported: UserImportSummary) => void;
  onNext: () => void;
  /** Reads the import again. */
  onResent: () => Promise<unknown>;
}

/** What an import did, what has become of its invitations, and the way back. */
export function PeopleResult({ imported, onResent, ...props }: PeopleResultProps) {
  const { revertedAt, mails, result } = imported;
  const hasMails = !revertedAt && result.added > 0;
  return (
    <ImportResult imported={imported} result={resultText(imported)} list="/users" {...props}>
      {hasMails ? <Mails mails={mails} onResent={onResent} /> : null}
    </ImportResult>
  );
}

interface MailsProps {
  mails: UserImportMails;
  onResent: () => Promise<unknown>;
}

function Mails({ mails, onResent }: MailsProps) {
  const { sent, waiting, failed, failedPeople } = mails;
  const words = userImports.mails;
  return (
    <div className={styles.mails}>
      <h3>{words.title}</h3>
      <p role="status" className={styles.chips}>
        {waiting > 0 ? <StatusChip tone="info" label={words.waiting(waiting)} /> : null}
        {sent > 0 || waiting + failed === 0 ? (
          <StatusChip tone="success" label={words.sent(sent)} />
        ) : null}
        {failed > 0 ? <StatusChip tone="error" label={words.failed(failed)} /> : null}
      </p>
      {waiting > 0 ? <p className={styles.note}>{words.hint}</p> : null}
      {failedPeople.length > 0 ? (
        <ul aria-label={words.failedList} className={styles.people}>
          {failedPeople.map((person) => (
            <li key={person.userId}>
              <span>
                {person.userName}
                <span className={styles.effect}>{person.email}</span>
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
