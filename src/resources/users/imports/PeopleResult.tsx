import Button from "@mui/material/Button";
import { LinkBase } from "react-admin";
import { formatDateTime } from "../../../../domain/text/dates.ts";
import type {
  UserImport,
  UserImportMails,
  UserImportSummary,
} from "../../../../domain/userImports/schemas.ts";
import { Section } from "../../../components/display/Section.tsx";
import { StatusChip } from "../../../components/display/StatusChip.tsx";
import styles from "../../../components/upload/fileImport.module.css";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { resultText } from "./resultText.ts";

const text = userImports.result;

interface PeopleResultProps {
  imported: UserImport;
  /** It was carried out just now, not found again by a reload. */
  isNew: boolean;
  onRevert: (imported: UserImportSummary) => void;
  onNext: () => void;
  /** Reads the import again. */
  onResent: () => Promise<unknown>;
}

/** What an import did, what has become of its invitations, and the way back. */
export function PeopleResult(props: PeopleResultProps) {
  const { imported, isNew, onRevert, onNext, onResent } = props;
  const { fileName, revertedAt, revertibleUntil, mails, result } = imported;
  const hasMails = mails !== null && !revertedAt && (result?.added ?? 0) > 0;
  return (
    <Section heading={text.section} takesFocus={isNew}>
      <div className={styles.stack}>
        <p role="status">{revertedAt ? text.reverted(fileName) : text.done(fileName)}</p>
        <p>
          <strong>{resultText(imported)}</strong>
        </p>
        {hasMails ? <Mails mails={mails} onResent={onResent} /> : null}
        {revertibleUntil ? (
          <p className={styles.note}>{text.until(formatDateTime(revertibleUntil))}</p>
        ) : null}
        <div className={styles.buttons}>
          <Button variant="contained" component={LinkBase} to="/users">
            {text.list}
          </Button>
          <Button variant="outlined" color="secondary" onClick={onNext}>
            {text.next}
          </Button>
          {revertibleUntil ? (
            <Button variant="outlined" color="error" onClick={() => onRevert(imported)}>
              {text.revert}
            </Button>
          ) : null}
        </div>
      </div>
    </Section>
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
