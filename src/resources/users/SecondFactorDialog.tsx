import { ConfirmDialog } from "../../components/dialog/ConfirmDialog.tsx";
import { DialogSubject } from "../../components/dialog/DialogSubject.tsx";
import { users } from "../../i18n/ja/resources/users.ts";
import { ProblemText } from "../../writes/ProblemText.tsx";
import { useWrite } from "../../writes/useWrite.ts";
import type { UserRecord } from "../records.ts";

const text = users.secondFactor;

/** Asks before the second factors of a user are removed, and says what that means. */
export function SecondFactorDialog({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const { id, userName, email } = user;
  const { write, pending, problem } = useWrite("DELETE /users/{id}/second-factors", {
    changes: "users",
    notice: text.done(userName),
    onWritten: onClose,
  });
  return (
    <ConfirmDialog
      title={text.title}
      confirmLabel={text.confirm}
      onConfirm={() => void write({ id })}
      onClose={onClose}
      pending={pending}
    >
      <p>{text.body}</p>
      <DialogSubject name={userName} detail={email} />
      <p>{text.warning}</p>
      <ProblemText problem={problem} />
    </ConfirmDialog>
  );
}
