import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useMemo, useState } from "react";
import { useNotify } from "react-admin";
import type { FieldValues } from "react-hook-form";
import type { Price } from "../../../../domain/prices/rules.ts";
import type { ContractPrices } from "../../../../domain/prices/schemas.ts";
import { formatMonthJa, monthOf } from "../../../../domain/text/dates.ts";
import { CloseButton } from "../../../components/dialog/DialogButtons.tsx";
import { DialogForm } from "../../../components/dialog/DialogForm.tsx";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import { LoadError, LoadingState } from "../../../components/display/LoadError.tsx";
import { app } from "../../../i18n/ja/app.ts";
import { contractPrices as text } from "../../../i18n/ja/contractPrices.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { ProblemText } from "../../../writes/ProblemText.tsx";
import type { WriteProblem } from "../../../writes/problem.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { ContractSubject, type DialogProps } from "../detail/actionDialogs.tsx";
import { PriceFields, PriceList, priceErrors, priceOf, valuesOf } from "./PriceFields.tsx";

/** What the dialog shows: the list, the form of a price (null: a new one), or the question to remove one. */
type View =
  | { name: "list" }
  | { name: "form"; price: Price | null; opened: ContractPrices }
  | { name: "remove"; price: Price; opened: ContractPrices };

const LIST: View = { name: "list" };

/** The prices of a contract by the month from which they apply; each change is saved at once. */
export function PricesDialog({ contract, today, onClose }: DialogProps) {
  const formId = useId();
  const [view, setView] = useState<View>(LIST);
  const { contractId } = contract;
  const { api } = useApi();
  const notify = useNotify();
  const { data: record, error } = useQuery({
    queryKey: ["contracts", "prices", contractId],
    queryFn: ({ signal }) => api("GET /contracts/{id}/prices", { id: contractId, signal }),
  });
  const { write, pending, problem, forget } = useWrite("PUT /contracts/{id}/prices", {
    changes: "contracts",
    onWritten: () => setView(LIST),
  });

  function open(next: View) {
    forget();
    setView(next);
  }

  async function save(opened: ContractPrices, changed: Partial<ContractPrices>, said: string) {
    const { prices, showPrices, version } = { ...opened, ...changed };
    const body = { prices, showPrices };
    const { problem: failed } = await write({ id: contractId, ifMatch: version, body });
    if (!failed) notify(said, { type: "success" });
    return failed?.fields;
  }
  const without = ({ prices }: ContractPrices, price: Price | null) =>
    prices.filter(({ from }) => from !== price?.from);

  if (view.name === "form") {
    const { price, opened } = view;
    return (
      <Frame
        title={price ? text.editTitle : text.addTitle}
        contract={contract}
        pending={pending}
        onClose={onClose}
        actions={
          <>
            <Back pending={pending} onBack={() => open(LIST)} />
            {/* With a key, it is not the button whose press is still going on, which would submit. */}
            <Button key="save" variant="contained" type="submit" form={formId} disabled={pending}>
              {app.form.save}
            </Button>
          </>
        }
      >
        <PriceForm
          key={price?.from ?? ""}
          formId={formId}
          price={price}
          month={monthOf(today)}
          others={without(opened, price)}
          problem={problem}
          onSubmit={(values) =>
            save(opened, { prices: [...without(opened, price), priceOf(values)] }, text.saved)
          }
        />
      </Frame>
    );
  }
  if (view.name === "remove") {
    const { price, opened } = view;
    return (
      <Frame
        title={text.removeTitle}
        contract={contract}
        pending={pending}
        onClose={onClose}
        actions={
          <>
            <Back pending={pending} onBack={() => open(LIST)} />
            <Button
              variant="contained"
              color="error"
              disabled={pending}
              onClick={() => save(opened, { prices: without(opened, price) }, text.removed)}
            >
              {text.removeConfirm}
            </Button>
          </>
        }
      >
        <p>{text.removeBody(formatMonthJa(price.from))}</p>
        <p>{text.closed}</p>
        <ProblemText problem={problem} />
      </Frame>
    );
  }
  return (
    <Frame
      title={text.title}
      contract={contract}
      pending={pending}
      onClose={onClose}
      actions={
        <>
          <CloseButton />
          {record ? (
            <Button
              variant="contained"
              disabled={pending}
              onClick={() => open({ name: "form", price: null, opened: record })}
            >
              {text.add}
            </Button>
          ) : null}
        </>
      }
    >
      {record ? (
        <PriceList
          record={record}
          today={today}
          disabled={pending}
          onEdit={(price) => open({ name: "form", price, opened: record })}
          onRemove={(price) => open({ name: "remove", price, opened: record })}
          onShow={(showPrices) =>
            save(record, { showPrices }, showPrices ? text.shownNow : text.hiddenNow)
          }
        />
      ) : null}
      {error && !record ? <LoadError error={error} /> : null}
      {record || error ? null : <LoadingState />}
      <ProblemText problem={problem} />
    </Frame>
  );
}

interface FrameProps extends Pick<DialogProps, "contract" | "onClose"> {
  title: string;
  pending: boolean;
  actions: ReactNode;
  children: ReactNode;
}

function Frame({ title, contract, pending, onClose, actions, children }: FrameProps) {
  return (
    <DialogFrame title={title} onClose={onClose} dismissible={!pending} actions={actions}>
      <ContractSubject contract={contract} />
      {children}
    </DialogFrame>
  );
}

function Back({ pending, onBack }: { pending: boolean; onBack: () => void }) {
  return (
    <Button variant="outlined" color="secondary" disabled={pending} onClick={onBack}>
      {text.back}
    </Button>
  );
}

interface PriceFormProps {
  formId: string;
  price: Price | null;
  /** From when a new one is. */
  month: string;
  others: readonly Price[];
  problem: WriteProblem | undefined;
  onSubmit: (values: FieldValues) => Promise<unknown>;
}

function PriceForm({ formId, price, month, others, problem, onSubmit }: PriceFormProps) {
  const [values] = useState(() => valuesOf(price, month));
  const validate = useMemo(() => priceErrors(others), [others]);
  return (
    <DialogForm
      draft="contracts.prices"
      id={formId}
      values={values}
      validate={validate}
      problem={problem}
      onSubmit={onSubmit}
    >
      <PriceFields />
    </DialogForm>
  );
}
