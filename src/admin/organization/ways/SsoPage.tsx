import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDateTime } from "../../../../domain/text/dates.ts";
import type { SetUpLink, SsoProvider, Ways } from "../../../../domain/ways/schemas.ts";
import { SecretDialog } from "../../../components/copy/SecretDialog.tsx";
import { ConfirmDialog } from "../../../components/dialog/ConfirmDialog.tsx";
import { DialogSubject } from "../../../components/dialog/DialogSubject.tsx";
import { Card } from "../../../components/display/Card.tsx";
import { DetailPage } from "../../../components/display/DetailPage.tsx";
import { FailedPart, LoadingState } from "../../../components/display/LoadError.tsx";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { SsoWizard } from "../../../components/ways/wizard/SsoWizard.tsx";
import { ssoWizard } from "../../../i18n/ja/ssoWizard.ts";
import { ways as text } from "../../../i18n/ja/ways.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import type { OrganizationRecord } from "../../../resources/records.ts";
import { ProblemText } from "../../../writes/ProblemText.tsx";
import { useWrite } from "../../../writes/useWrite.ts";
import { useWays } from "./useWays.ts";

const WaysDialog = lazyDialog(async () => (await import("./WaysDialog.tsx")).WaysDialog);

interface PageProps {
  organization: OrganizationRecord;
}

/** /organizations/1/sso: the set-up of single sign-on, by a system admin or by a link. */
export function SsoPage({ organization }: PageProps) {
  const { id, organizationName } = organization;
  return (
    <DetailPage>
      <PageTitle
        title={ssoWizard.of(organizationName)}
        back={{ to: `/organizations/${id}/show`, name: organizationName }}
      />
      <SetUp organization={organization} />
      <LinkCard organization={organization} />
    </DetailPage>
  );
}

function SetUp({ organization }: PageProps) {
  const { api } = useApi();
  const { id } = organization;
  const { data: current } = useWays(organization.organizationId);
  const { data: provider, error } = useQuery({
    queryKey: ["organizations", "provider", id],
    queryFn: ({ signal }) => api("GET /organizations/{id}/ways/provider", { id, signal }),
  });
  return (
    <>
      <Card title={ssoWizard.title}>
        {provider ? (
          <Wizard organization={organization} provider={provider} current={current} />
        ) : null}
        {error && !provider ? <FailedPart error={error} /> : null}
        {provider || error ? null : <LoadingState />}
      </Card>
      {current?.sso ? <RemovalCard organization={organization} current={current} /> : null}
    </>
  );
}

interface WizardProps extends PageProps {
  provider: SsoProvider;
  current: Ways | undefined;
}

function Wizard({ organization, provider, current }: WizardProps) {
  const { id } = organization;
  const [open, setOpen] = useState(false);
  const save = useWrite("PUT /organizations/{id}/ways/provider", {
    changes: "organizations",
    notice: ssoWizard.enter.saved,
  });
  const test = useWrite("POST /organizations/{id}/ways/test", {
    changes: "organizations",
    notice: ssoWizard.test.passedNow,
  });
  return (
    <SsoWizard
      provider={provider}
      save={(body) => save.write({ id, ifMatch: provider.version, body })}
      noteTest={(idToken) => test.write({ id, body: { idToken } })}
    >
      <p>{ssoWizard.test.require}</p>
      <div>
        <Button
          variant={provider.triedAt ? "contained" : "outlined"}
          onClick={() => setOpen(true)}
          disabled={!current}
        >
          {text.change}
        </Button>
      </div>
      {open && current ? (
        <WaysDialog organization={organization} current={current} onClose={() => setOpen(false)} />
      ) : null}
    </SsoWizard>
  );
}

function LinkCard({ organization }: PageProps) {
  const { id } = organization;
  const [link, setLink] = useState<SetUpLink>();
  const [withdrawing, setWithdrawing] = useState(false);
  const create = useWrite("POST /organizations/{id}/ways/set-up-link", { onWritten: setLink });
  const withdraw = useWrite("DELETE /organizations/{id}/ways/set-up-link", {
    notice: text.link.withdrawn,
    onWritten: () => setWithdrawing(false),
  });
  return (
    <Card
      title={text.link.title}
      actions={
        <>
          <Button variant="outlined" color="secondary" onClick={() => setWithdrawing(true)}>
            {text.link.withdraw}
          </Button>
          <Button
            variant="outlined"
            disabled={create.pending}
            onClick={() => void create.write({ id })}
          >
            {text.link.create}
          </Button>
        </>
      }
    >
      <p>{text.link.lead}</p>
      <ProblemText problem={create.problem} />
      {link ? (
        <SecretDialog
          title={text.link.created}
          once={text.link.once(formatDateTime(link.endsAt))}
          label={text.link.label}
          secret={link.url}
          onClose={() => setLink(undefined)}
        />
      ) : null}
      <ConfirmDialog
        open={withdrawing}
        title={text.link.withdrawTitle}
        confirmLabel={text.link.withdraw}
        onConfirm={() => void withdraw.write({ id })}
        onClose={() => setWithdrawing(false)}
        pending={withdraw.pending}
      >
        <p>{text.link.withdrawBody}</p>
        <ProblemText problem={withdraw.problem} />
      </ConfirmDialog>
    </Card>
  );
}

interface RemovalProps extends PageProps {
  current: Ways;
}

/** Takes single sign-on away, which lifts 必須 too. */
function RemovalCard({ organization, current }: RemovalProps) {
  const { id, organizationName, organizationNo } = organization;
  const [asking, setAsking] = useState(false);
  const { write, pending, problem } = useWrite("PUT /organizations/{id}/ways", {
    changes: "organizations",
    notice: text.removal.done,
    onWritten: () => setAsking(false),
  });
  const { version, ...known } = current;
  const remove = () => {
    // Someone has to be able to sign in afterwards.
    const password = known.password || !known.google;
    return write({ id, ifMatch: version, body: { ...known, password, sso: null } });
  };
  return (
    <Card
      title={text.removal.title}
      actions={
        <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
          {text.removal.button}
        </Button>
      }
    >
      <p className="below">{text.removal.lead}</p>
      <ConfirmDialog
        open={asking}
        title={text.removal.title}
        confirmLabel={text.removal.button}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
        pending={pending}
      >
        <p>{text.removal.body}</p>
        <DialogSubject name={organizationName} detail={organizationNo} />
        <ProblemText problem={problem} />
      </ConfirmDialog>
    </Card>
  );
}
