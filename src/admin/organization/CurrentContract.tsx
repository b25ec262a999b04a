import Button from "@mui/material/Button";
import { LinkBase, useCreatePath } from "react-admin";
import { effectiveEnd, isRunning } from "../../../domain/contracts/rules.ts";
import { formatDateJa } from "../../../domain/text/dates.ts";
import { Card } from "../../components/display/Card.tsx";
import { organizationPage } from "../../i18n/ja/organizationPage.ts";
import { ContractBalance } from "../../resources/contracts/ContractBalance.tsx";
import { CurrentState, isFollowed } from "../../resources/contracts/timeline/ContractTimeline.tsx";
import type { ContractRecord, OrganizationRecord } from "../../resources/records.ts";

const text = organizationPage.current;

interface CurrentContractProps {
  organization: OrganizationRecord;
  /** The latest first. */
  contracts: readonly ContractRecord[];
  today: string;
}

/** The contract that covers today, how full it is and where that leads; or what there is instead. */
export function CurrentContract({ organization, contracts, today }: CurrentContractProps) {
  const current = contracts.find(isRunning);
  return current ? (
    <Running contract={current} contracts={contracts} today={today} />
  ) : (
    <NoneRunning organization={organization} contracts={contracts} today={today} />
  );
}

interface RunningProps extends Omit<CurrentContractProps, "organization"> {
  contract: ContractRecord;
}

function Running({ contract, contracts, today }: RunningProps) {
  const createPath = useCreatePath();
  const path = { resource: "contracts", id: contract.contractId };
  return (
    <Card
      title={text.title}
      note={<CurrentState contract={contract} />}
      actions={
        <>
          <Button
            variant="contained"
            component={LinkBase}
            to={createPath({ ...path, type: "show" })}
          >
            {text.open}
          </Button>
          <Button
            variant="outlined"
            color="secondary"
            component={LinkBase}
            to={createPath({ ...path, type: "edit" })}
          >
            {text.edit}
          </Button>
        </>
      }
    >
      <ContractBalance
        contract={contract}
        isFollowed={isFollowed(contract, contracts)}
        today={today}
      />
    </Card>
  );
}

function NoneRunning({ organization, contracts, today }: CurrentContractProps) {
  const createPath = useCreatePath();
  const create = createPath({ resource: "contracts", type: "create" });
  const { organizationId, organizationName } = organization;
  const [latest] = contracts;
  const next = contracts.findLast(({ startDate }) => startDate > today);
  const last = contracts.find((contract) => effectiveEnd(contract) < today);
  // Before the first contract begins, there is no gap to fill.
  const first = last ? undefined : next;
  const renewed = `${create}?renew=${(last ?? latest)?.contractId}${last && next ? "&gap" : ""}`;
  return (
    <Card
      title={text.title}
      actions={
        <>
          {first ? (
            <Button
              variant="contained"
              component={LinkBase}
              to={createPath({ resource: "contracts", id: first.contractId, type: "show" })}
            >
              {text.open}
            </Button>
          ) : null}
          {latest ? (
            <Button variant={first ? "outlined" : "contained"} component={LinkBase} to={renewed}>
              {text.next}
            </Button>
          ) : (
            <Button
              variant="contained"
              component={LinkBase}
              to={create}
              state={{ record: { kind: "existing", organizationId, organizationName } }}
            >
              {text.add}
            </Button>
          )}
        </>
      }
    >
      <p className="quiet">{text.none}</p>
      {next ? <p>{text.begins(formatDateJa(next.startDate))}</p> : null}
      {last ? <p>{text.ended(formatDateJa(effectiveEnd(last)))}</p> : null}
      {latest ? null : <p>{text.never}</p>}
    </Card>
  );
}
