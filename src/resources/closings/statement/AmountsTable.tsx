import type { Statement } from "../../../../domain/closings/schemas.ts";
import { chargeLabels, chargeUnits } from "../../../../domain/prices/labels.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { statementPages } from "../../../i18n/ja/statementPages.ts";
import { PaperTable } from "./PaperTable.tsx";

const text = statementPages.paper;

/** Whole yen. */
export const formatYen = (amount: number) => text.yen(formatNumber(amount));

const { charge, quantity, unitPrice, taxRate, amount } = text.amounts;
const headings = [charge, quantity, unitPrice, taxRate, amount];

/** What the statement costs; nothing without a price, and for those who do not see it. */
export function AmountsTable({ amounts }: Pick<Statement, "amounts">) {
  if (!amounts) return null;
  return (
    <PaperTable
      title={text.amounts.title}
      headings={headings}
      foot={
        <>
          <Sum name={text.amounts.subtotal} amount={amounts.subtotal} />
          {amounts.taxes.map((of) => (
            <Sum
              key={of.taxRate}
              name={text.amounts.taxed(of.taxRate, formatYen(of.amount))}
              amount={of.tax}
            />
          ))}
          <Sum name={text.amounts.total} amount={amounts.total} />
        </>
      }
    >
      {amounts.lines.map((line) => (
        <tr key={line.charge}>
          <th scope="row">{chargeLabels[line.charge]}</th>
          <td>
            {formatNumber(line.quantity)}
            {chargeUnits[line.charge]}
          </td>
          <td>{formatYen(line.unitPrice)}</td>
          <td>{line.taxRate}%</td>
          <td>{formatYen(line.amount)}</td>
        </tr>
      ))}
    </PaperTable>
  );
}

function Sum({ name, amount }: { name: string; amount: number }) {
  return (
    <tr>
      <th scope="row" colSpan={headings.length - 1}>
        {name}
      </th>
      <td>{formatYen(amount)}</td>
    </tr>
  );
}
