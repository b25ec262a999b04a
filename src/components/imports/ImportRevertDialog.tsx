import type { ReactNode } from "react";
import { useNotify } from "react-admin";
import { MOST_NAMED } from "../../../domain/imports/rules.ts";
import { fileImports } from "../../i18n/ja/fileImports.ts";
import { CloseButton, DialogButtons } from "../dialog/DialogButtons.tsx";
import { DialogFrame } from "../dialog/DialogFrame.tsx";
import { DialogSubject } from "../dialog/DialogSubject.tsx";
import dialog from "../dialog/dialog.module.css";
import styles from "../upload/fileImport.module.css";

const text = fileImports.revert;

/** What the dialog of each kind of imports is given. */
export interface RevertDialogProps<Import> {
  imported: Import;
  onReverted: () => Promise<unknown>;
  onClose: () => void;
}

interface ImportRevertDialogProps {
  fileName: string;
  /** What the import did. */
  result: string;
  question?: string;
  effects: string;
  pending: boolean;
  problem: ReactNode;
  /** Said in place of the question once it was undone. */
  done?: string | undefined;
  /** Nothing is left to confirm. */
  isOver: boolean;
  /** Resolves to whether it is undone and nothing else is to be said. */
  revert: () => Promise<boolean>;
  onClose: () => void;
  /** The records that stay as they are. */
  children: ReactNode;
}

/** Asks whether an import is to be undone, and says what came of it. */
export function ImportRevertDialog(props: ImportRevertDialogProps) {
  const { question = text.body, pending, done, isOver, revert, onClose } = props;
  const notify = useNotify();

  async function confirm() {
    if (!(await revert())) return;
    notify(text.done, { type: "success" });
    onClose();
  }

  return (
    <DialogFrame
      title={text.title}
      role="alertdialog"
      onClose={onClose}
      dismissible={!pending}
      actions={
        isOver ? (
          <CloseButton />
        ) : (
          <DialogButtons
            danger
            pending={pending}
            confirm={text.open}
            onConfirm={() => void confirm()}
          />
        )
      }
    >
      {done === undefined ? (
        <>
          <p className={`below ${dialog.lead}`}>{question}</p>
          <DialogSubject name={props.fileName} detail={props.result} />
          <p>{props.effects}</p>
          <p role="alert" className="strong error optional">
            {props.problem}
          </p>
        </>
      ) : (
        <p role="status">{done}</p>
      )}
      {props.children}
    </DialogFrame>
  );
}

interface UnchangedRecordsProps {
  label: string;
  records: readonly { key: number | string; name: ReactNode; detail: string; reason?: string }[];
  /** Whether there may be more than it names, which is then said below. */
  isCut?: boolean;
}

/** The records that undoing leaves as they are, or that keep it from being done. */
export function UnchangedRecords({ label, records, isCut = false }: UnchangedRecordsProps) {
  if (records.length === 0) return null;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
      <section aria-label={label} tabIndex={0} className="scroll-y low">
        <ul className={styles.people}>
          {records.map(({ key, name, detail, reason }) => (
            <li key={key} className="line spread gap-12">
              <span>
                {name}
                <span className="note block">{detail}</span>
              </span>
              {reason === undefined ? null : <span className="note">{reason}</span>}
            </li>
          ))}
        </ul>
      </section>
      {isCut && records.length >= MOST_NAMED ? <p>{text.more(records.length)}</p> : null}
    </>
  );
}
