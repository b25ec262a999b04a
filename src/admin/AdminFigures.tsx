import { LinkBase, useGetList } from "react-admin";
import { EXPIRING_DAYS } from "../../domain/contracts/rules.ts";
import { resourceTopic } from "../../domain/events.ts";
import { formatDate, tokyoDate } from "../../domain/text/dates.ts";
import { formatNumber } from "../../domain/text/numbers.ts";
import { Figure } from "../components/display/Figure.tsx";
import { FailedPart } from "../components/display/LoadError.tsx";
import { adminFigures as text } from "../i18n/ja/adminHome.ts";
import { contracts } from "../i18n/ja/resources/contracts.ts";
import { users } from "../i18n/ja/resources/users.ts";
import { useLiveReads } from "../providers/live/useLiveReads.ts";
import { RUNNING, useContractSummary } from "../resources/contracts/list/ContractOverview.tsx";
import type { UserRecord } from "../resources/records.ts";
import styles from "./adminHome.module.css";

/** The path of a list with these filters, in this order. */
export function listPath(
  resource: string,
  filter: object,
  sort: { field: string; order: "ASC" | "DESC" },
): string {
  const conditions = { filter: JSON.stringify(filter), sort: sort.field, order: sort.order };
  return `/${resource}?${new URLSearchParams(conditions)}`;
}

/** Four figures, each of which leads to the list that it counts. */
export function AdminFigures() {
  useLiveReads(resourceTopic("contracts"), "contracts");
  useLiveReads(resourceTopic("users"), "users");
  const all = useContractSummary({});
  const running = useContractSummary({ status: RUNNING });
  const invited = useGetList<UserRecord>("users", OLDEST_INVITED);
  const { status } = all.data ?? {};
  const { usageState } = running.data ?? {};
  const error = all.error ?? running.error ?? invited.error;
  return (
    <>
      <ul className={`grid gap-16 ${styles.figures}`} aria-label={text.label}>
        <Tile
          to={listPath("contracts", { status: "ACTIVE" }, BY_END)}
          name={contracts.status.ACTIVE}
          count={status?.ACTIVE}
          unit={text.contracts}
          note={status && text.upcoming(formatNumber(status.UPCOMING))}
        />
        <Tile
          to={listPath("contracts", { status: "EXPIRING" }, BY_END)}
          name={contracts.status.EXPIRING}
          count={status?.EXPIRING}
          unit={text.contracts}
          note={text.expiring(EXPIRING_DAYS)}
        />
        <Tile
          to={listPath("contracts", AT_CAP, BY_USAGE)}
          name={text.atCap}
          count={usageState && usageState.REACHED + usageState.EXCEEDED}
          unit={text.contracts}
          note={usageState && text.nearCap(formatNumber(usageState.WARNING))}
        />
        <Tile
          to={INVITATIONS}
          name={users.status.INVITED}
          count={invited.total}
          unit={text.people}
          note={invited.data && oldestText(invited.data[0])}
        />
      </ul>
      {error ? <FailedPart error={error} /> : null}
    </>
  );
}

const BY_END = { field: "endDate", order: "ASC" } as const;
const BY_USAGE = { field: "usage", order: "DESC" } as const;
const AT_CAP = { status: RUNNING, usageState: "REACHED,EXCEEDED" };
const INVITED = { status: "INVITED" };
const OLDEST = { field: "createdAt", order: "ASC" } as const;
const OLDEST_INVITED = { filter: INVITED, sort: OLDEST, pagination: { page: 1, perPage: 1 } };

/** The list of those who are invited, the oldest first. */
export const INVITATIONS = listPath("users", INVITED, OLDEST);

const oldestText = (oldest: UserRecord | undefined) =>
  oldest ? text.oldest(formatDate(tokyoDate(new Date(oldest.createdAt)))) : text.nobody;

interface TileProps {
  to: string;
  name: string;
  /** Undefined until it is known. */
  count: number | undefined;
  unit: string;
  note: string | undefined;
}

function Tile({ to, name, count, unit, note }: TileProps) {
  return (
    <li>
      <LinkBase to={to} className={`gap-4 card numeric hover grid text-1 plain ${styles.figure}`}>
        <span className="note">{name}</span>{" "}
        <Figure>{`${count === undefined ? text.unknown : formatNumber(count)}${unit}`}</Figure>{" "}
        <span className="note">{note ?? "\u00a0"}</span>
      </LinkBase>
    </li>
  );
}
