import Button from "@mui/material/Button";
import { Suspense } from "react";
import { LinkBase, ListBase, useCreatePath, useListContext } from "react-admin";
import { isRunning } from "../../../domain/contracts/rules.ts";
import { formatDateJa, tokyoDate } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { Card } from "../../components/display/Card.tsx";
import { DetailPage } from "../../components/display/DetailPage.tsx";
import { LoadError, LoadingState } from "../../components/display/LoadError.tsx";
import { PageTitle } from "../../components/display/PageTitle.tsx";
import { lazyPart } from "../../components/load/lazyScreen.tsx";
import { ownContracts as text } from "../../i18n/ja/contractPages.ts";
import { contracts as contractTexts } from "../../i18n/ja/resources/contracts.ts";
import { ContractBalance } from "../../resources/contracts/ContractBalance.tsx";
import {
  ContractTimeline,
  CurrentState,
  isFollowed,
} from "../../resources/contracts/timeline/ContractTimeline.tsx";
import type { OwnContractRecord } from "../../resources/records.ts";

const OwnWays = lazyPart(async () => (await import("./OwnWays.tsx")).OwnWays);

/** The most contracts that the page shows. */
const MOST = 100;
const LATEST_FIRST = { field: "startDate", order: "DESC" } as const;

/** /contracts: what the organization has, until when, and how full it is. */
export function OwnContracts() {
  return (
    <ListBase perPage={MOST} sort={LATEST_FIRST} storeKey={false} disableSyncWithLocation>
      <DetailPage>
        <PageTitle title={contractTexts.name} />
        <Contracts />
        <Suspense fallback={<LoadingState />}>
          <OwnWays />
        </Suspense>
      </DetailPage>
    </ListBase>
  );
}

function Contracts() {
  const { data: contracts, total = 0, error } = useListContext<OwnContractRecord>();
  const today = tokyoDate(new Date());
  if (!contracts) return error ? <LoadError error={error} /> : <LoadingState />;
  return (
    <>
      <Current contracts={contracts} today={today} />
      <Card title={text.timeline}>
        {contracts.length === 0 ? (
          <p>{text.never}</p>
        ) : (
          <ContractTimeline contracts={contracts} today={today}>
            {total > contracts.length ? <p>{text.newest(formatNumber(contracts.length))}</p> : null}
          </ContractTimeline>
        )}
      </Card>
      <p>{text.contact}</p>
    </>
  );
}

interface CurrentProps {
  /** The latest first. */
  contracts: readonly OwnContractRecord[];
  today: string;
}

function Current({ contracts, today }: CurrentProps) {
  const createPath = useCreatePath();
  const current = contracts.find(isRunning);
  const next = contracts.findLast(({ startDate }) => startDate > today);
  if (!current) {
    return (
      <Card title={text.current}>
        <p>{text.none}</p>
        {next ? <p>{text.begins(formatDateJa(next.startDate))}</p> : null}
      </Card>
    );
  }
  return (
    <Card
      title={text.current}
      note={<CurrentState contract={current} />}
      actions={
        <Button
          variant="outlined"
          component={LinkBase}
          to={createPath({ resource: "contracts", type: "show", id: current.id })}
        >
          {text.open}
        </Button>
      }
    >
      <ContractBalance
        contract={current}
        isFollowed={isFollowed(current, contracts)}
        today={today}
      />
    </Card>
  );
}
