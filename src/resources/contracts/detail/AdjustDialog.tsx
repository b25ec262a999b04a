import { useId, useMemo } from "react";
import { useInput, useTranslate } from "react-admin";
import type { FieldValues } from "react-hook-form";
import { formatSeconds } from "../../../../domain/dates.ts";
import { readSeconds } from "../../../../domain/writtenNumbers.ts";
import { DialogButtons } from "../../../components/dialog/DialogButtons.tsx";
import { DialogForm } from "../../../components/dialog/DialogForm.tsx";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import { NumberInput } from "../../../components/form/NumberInput.tsx";
import { Segments } from "../../../components/form/Segments.tsx";
import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";
import { useWrite } from "../../../writes/useWrite.ts";
import { AdjustedUse } from "./AdjustedUse.tsx";
import styles from "./adjust.module.css";
import { adjustmentFormErrors, adjustmentOf, DIRECTIONS, noAdjustment } from "./adjustmentForm.ts";
import { ContractProblem } from "./ContractProblem.tsx";
import { ContractSubject } from "./ContractSubject.tsx";
import type { DialogProps } from "./dialogProps.ts";

/** Corrects what the contract has used; shows the figures before and after. */
export function AdjustDialog({ contract, onClose }: DialogProps) {
  const translate = useTranslate();
  const text = (key: string) => translate(`resources.contracts.adjust.${key}`);
  const formId = useId();
  const timeUnreadable = text("timeUnreadable");
  const validate = useMemo(
    () => adjustmentFormErrors(contract, timeUnreadable),
    [contract, timeUnreadable],
  );
  const { write, pending, problem } = useWrite("POST /contracts/{id}/adjustments", {
    changes: "contracts",
    notice: text("done"),
    onWritten: onClose,
  });

  async function adjust(values: FieldValues) {
    const body = adjustmentOf(values);
    return (await write({ id: contract.id, body })).problem?.fields;
  }

  return (
    <DialogFrame
      open
      title={text("title")}
      onClose={onClose}
      dismissible={!pending}
      actions={<DialogButtons form={formId} pending={pending} confirm={text("confirm")} />}
    >
      <ContractSubject contract={contract} />
      <DialogForm
        draft="contracts.adjust"
        id={formId}
        values={noAdjustment}
        validate={validate}
        onSubmit={adjust}
      >
        <div className={styles.fields}>
          <DirectionInput />
          <div className={styles.figures}>
            <NumberInput
              source="transcriptCount"
              label="resources.contracts.adjust.count"
              description="resources.contracts.adjust.countHint"
              unit={text("countUnit")}
            />
            <NumberInput
              source="seconds"
              label="resources.contracts.adjust.time"
              description="resources.contracts.adjust.timeHint"
              read={readSeconds}
              write={formatSeconds}
            />
          </div>
          <AdjustedUse contract={contract} />
          <TextAreaInput
            source="reason"
            label="resources.contracts.adjust.reason"
            description="resources.contracts.adjust.reasonHint"
            rows={3}
            singleLine
            required
          />
        </div>
      </DialogForm>
      <ContractProblem problem={problem} />
    </DialogFrame>
  );
}

function DirectionInput() {
  const translate = useTranslate();
  const { field } = useInput({ source: "direction" });
  return (
    <Segments
      legend={translate("resources.contracts.adjust.direction")}
      value={field.value}
      onChange={field.onChange}
      options={DIRECTIONS.map((value) => ({
        value,
        label: translate(`resources.contracts.adjust.directions.${value}`),
      }))}
    />
  );
}
