import { BulkBar } from "../../components/bulk/BulkBar.tsx";
import type { BulkAction, BulkOutcome } from "../../components/bulk/BulkDialog.tsx";
import type { ChosenRows } from "../../components/list/choice.tsx";
import { manyAlerts as text } from "../../i18n/ja/bulk.ts";
import { useWrite } from "../../writes/useWrite.ts";
import type { AlertRecord } from "../records.ts";

/** Marks chosen alerts as read, which needs no question since it can be taken back. */
export function AlertBulk(rows: ChosenRows<AlertRecord>) {
  const { write, pending } = useWrite("POST /alerts/bulk", { changes: "alerts" });

  async function mark(action: "READ" | "UNREAD", ids: readonly number[]): Promise<BulkOutcome> {
    const { result, problem } = await write({ body: { action, alertIds: [...ids] } });
    if (!result) return problem ? { problem } : {};
    const { alertIds } = result;
    const undo = action === "READ" && alertIds.length > 0;
    return {
      result: {
        said: text.done(alertIds.length),
        undo: undo ? () => mark("UNREAD", alertIds) : undefined,
      },
    };
  }

  const markRead: BulkAction<AlertRecord> = {
    label: text.label,
    untouched: ({ readAt }) => (readAt === null ? null : text.already),
    run: (alerts) =>
      mark(
        "READ",
        alerts.map(({ alertId }) => alertId),
      ),
  };
  return (
    <BulkBar
      {...rows}
      actions={[markRead]}
      describe={({ message }) => [message, ""]}
      counted={text.counted}
      pending={pending}
    />
  );
}
