import Button from "@mui/material/Button";
import { useState } from "react";
import { LinkBase, useNotify } from "react-admin";
import type { Ways } from "../../../../domain/ways/schemas.ts";
import { Card } from "../../../components/display/Card.tsx";
import { FailedPart, LoadingState } from "../../../components/display/LoadError.tsx";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { type DomainCheck, DomainList, WaysFacts } from "../../../components/ways/WaysFacts.tsx";
import { ways as text } from "../../../i18n/ja/ways.ts";
import type { OrganizationRecord } from "../../../resources/records.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { useWays } from "./useWays.ts";

const WaysDialog = lazyDialog(async () => (await import("./WaysDialog.tsx")).WaysDialog);
const DomainDialog = lazyDialog(async () => (await import("./DomainDialog.tsx")).DomainDialog);
const RemoveDomainDialog = lazyDialog(
  async () => (await import("./RemoveDomainDialog.tsx")).RemoveDomainDialog,
);

interface CardsProps {
  organization: OrganizationRecord;
}

/** How the people of an organization sign in, and the domains that lead them there. */
export function WaysCards({ organization }: CardsProps) {
  const { data, error } = useWays(organization.organizationId);
  return (
    <>
      <Card
        title={text.title}
        actions={data ? <Change {...{ organization, current: data }} /> : null}
      >
        {data ? <Current {...{ organization, current: data }} /> : null}
        {error && !data ? <FailedPart error={error} /> : null}
        {data || error ? null : <LoadingState />}
      </Card>
      {data ? <DomainsCard organization={organization} current={data} /> : null}
    </>
  );
}

interface CardProps extends CardsProps {
  current: Ways;
}

function Change({ organization, current }: CardProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" color="secondary" onClick={() => setOpen(true)}>
        {text.change}
      </Button>
      {open ? (
        <WaysDialog organization={organization} current={current} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

function Current({ organization, current }: CardProps) {
  return (
    <>
      {current.heldAt === null ? null : <p className="below">{text.held}</p>}
      <WaysFacts ways={current} />
      <p className="wrap gap-4-16 quiet links above-8">
        <LinkBase to={`/organizations/${organization.id}/sso`}>
          {current.sso ? text.open : text.setUp}
        </LinkBase>
      </p>
    </>
  );
}

function DomainsCard({ organization, current }: CardProps) {
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<string>();
  const lookUp = useLookUp(organization.organizationId);
  return (
    <Card
      title={text.domains.title}
      actions={
        <Button variant="outlined" color="secondary" onClick={() => setAdding(true)}>
          {text.domains.add}
        </Button>
      }
    >
      <p className="below">{text.domains.lead}</p>
      <DomainList
        domains={current.domains}
        lookUp={lookUp}
        actionsOf={({ name }) => (
          <Button
            size="small"
            color="secondary"
            aria-label={text.domains.removeOf(name)}
            onClick={() => setRemoved(name)}
          >
            {text.domains.remove}
          </Button>
        )}
      />
      {adding ? (
        <DomainDialog
          organization={organization}
          current={current}
          onClose={() => setAdding(false)}
        />
      ) : null}
      {removed ? (
        <RemoveDomainDialog
          organization={organization}
          current={current}
          name={removed}
          onClose={() => setRemoved(undefined)}
        />
      ) : null}
    </Card>
  );
}

function useLookUp(id: number): DomainCheck {
  const notify = useNotify();
  const [checked, setChecked] = useState<string>();
  const { write, pending, problem } = useWrite("POST /organizations/{id}/ways/domains/check", {
    changes: "organizations",
  });
  async function check(name: string) {
    setChecked(name);
    const { result } = await write({ id, body: { name } });
    if (result) notify(text.domains.checked(name), { type: "success" });
  }
  return { check: (name) => void check(name), pending, problem, checked };
}
