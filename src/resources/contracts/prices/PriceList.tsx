import Button from "@mui/material/Button";
import { priceWords } from "../../../../domain/prices/fields.ts";
import { type Price, priceIn } from "../../../../domain/prices/rules.ts";
import type { ContractPrices } from "../../../../domain/prices/schemas.ts";
import { formatMonthJa, monthOf } from "../../../../domain/text/dates.ts";
import { StatusChip } from "../../../components/display/StatusChip.tsx";
import { contractPrices as text } from "../../../i18n/ja/contractPrices.ts";
import styles from "./prices.module.css";

interface PriceListProps {
  record: ContractPrices;
  today: string;
  disabled: boolean;
  onEdit: (price: Price) => void;
  onRemove: (price: Price) => void;
  onShow: (showPrices: boolean) => void;
}

/** The prices of a contract, the latest first, and whether organization admins see amounts. */
export function PriceList({ record, today, disabled, ...on }: PriceListProps) {
  const { prices, showPrices } = record;
  const inForce = priceIn(prices, monthOf(today));
  return (
    <>
      {prices.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <ul className={styles.list} aria-label={text.list}>
          {prices.toReversed().map((price) => {
            const month = formatMonthJa(price.from);
            return (
              <li key={price.from}>
                <div>
                  <strong>{text.from(month)}</strong>
                  {price === inForce ? <StatusChip tone="success" label={text.inForce} /> : null}
                  <span>{priceWords(price)}</span>
                </div>
                <Button
                  variant="outlined"
                  color="secondary"
                  disabled={disabled}
                  aria-label={text.editOf(month)}
                  onClick={() => on.onEdit(price)}
                >
                  {text.edit}
                </Button>
                <Button
                  variant="outlined"
                  color="secondary"
                  disabled={disabled}
                  aria-label={text.removeOf(month)}
                  onClick={() => on.onRemove(price)}
                >
                  {text.remove}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <div className="above row spread gap-8">
        <p>{showPrices ? text.shown : text.hidden}</p>
        <Button
          variant="outlined"
          color="secondary"
          disabled={disabled}
          onClick={() => on.onShow(!showPrices)}
        >
          {showPrices ? text.hide : text.show}
        </Button>
      </div>
      <p className="note">{text.closed}</p>
    </>
  );
}
