import Button from "@mui/material/Button";
import { useCallback, useEffect, useState } from "react";
import { formatDateTime } from "../../../domain/text/dates.ts";
import type { SetUp, SsoProviderUpdate } from "../../../domain/ways/schemas.ts";
import { Card } from "../../components/display/Card.tsx";
import { DomainList } from "../../components/ways/WaysFacts.tsx";
import { SsoWizard } from "../../components/ways/wizard/SsoWizard.tsx";
import styles from "../../components/ways/wizard/wizard.module.css";
import { app } from "../../i18n/ja/app.ts";
import { ssoWizard } from "../../i18n/ja/ssoWizard.ts";
import { ways } from "../../i18n/ja/ways.ts";
import { AppTheme } from "../../layout/AppTheme.tsx";
import { ResponseError, releaseHeader, send } from "../../providers/http/send.ts";
import { ProblemText } from "../../writes/ProblemText.tsx";
import { type WriteProblem, writeProblem } from "../../writes/problem.ts";
import { useSubmit } from "../../writes/useSubmit.ts";

const text = ssoWizard.setUp;

/**
 * /app/set-up#token=…: the wizard for the customer's IT, who sees nothing else and needs no sign-in
 * (docs/product/doors.md#set-up-link).
 */
export function SetUpPage() {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get("token"));
  return (
    <AppTheme>
      <main className={`stack gap-16 pad-24-16 content-start ${styles.page}`}>
        <Link token={token ?? ""} />
      </main>
    </AppTheme>
  );
}

function Title({ children }: { children: string }) {
  useEffect(() => {
    document.title = `${children} | ${app.title}`;
  }, [children]);
  return <h1>{children}</h1>;
}

function Link({ token }: { token: string }) {
  const [found, setFound] = useState<SetUp>();
  const [failed, setFailed] = useState<WriteProblem>();
  const [finished, setFinished] = useState(false);

  const open = useCallback(async () => {
    setFailed(undefined);
    try {
      setFound(await askSetUp("open", { token }));
    } catch (error) {
      setFailed(writeProblem(error));
    }
  }, [token]);
  useEffect(() => void open(), [open]);

  if (finished) {
    return (
      <>
        <Title>{text.done}</Title>
        <p role="status">{text.doneLead}</p>
      </>
    );
  }
  if (found) {
    return (
      <OpenSetUp
        token={token}
        found={found}
        onChanged={setFound}
        onFinished={() => setFinished(true)}
      />
    );
  }
  if (!failed) {
    return (
      <>
        <Title>{ssoWizard.title}</Title>
        <p role="status">{text.opening}</p>
      </>
    );
  }
  return (
    <>
      <Title>{text.failed}</Title>
      <ProblemText problem={failed} />
      {failed.answer ? null : (
        <Button variant="outlined" onClick={() => void open()}>
          {text.retry}
        </Button>
      )}
    </>
  );
}

interface OpenSetUpProps {
  token: string;
  found: SetUp;
  onChanged: (now: SetUp) => void;
  onFinished: () => void;
}

function OpenSetUp({ token, found, onChanged, onFinished }: OpenSetUpProps) {
  const { organizationName, endsAt, provider, domains } = found;
  const save = useSubmit();
  const test = useSubmit();
  const end = useSubmit();
  const lookUp = useSubmit();
  const [checked, setChecked] = useState<string>();

  /** Changes what is set, and shows it. */
  const changing = (work: () => Promise<SetUp>) => async () => {
    const now = await work();
    onChanged(now);
    return now;
  };
  const check = (name: string) => {
    setChecked(name);
    void lookUp.submit(changing(() => askSetUp("domains/check", { token, name })));
  };

  return (
    <>
      <Title>{ssoWizard.title}</Title>
      <p>{text.lead(organizationName)}</p>
      <p className="note">{text.ends(formatDateTime(endsAt))}</p>
      <Card title={ssoWizard.title}>
        <SsoWizard
          provider={provider}
          save={(update) =>
            save.submit(changing(() => askSetUp("provider", { token, provider: update })))
          }
          noteTest={(idToken) => test.submit(changing(() => askSetUp("test", { token, idToken })))}
        >
          {provider.triedAt ? (
            <>
              <p>{text.finishLead}</p>
              <div>
                <Button
                  variant="contained"
                  disabled={end.pending}
                  onClick={() =>
                    void end.submit(async () => {
                      await askSetUp("finish", { token });
                      onFinished();
                    })
                  }
                >
                  {text.finish}
                </Button>
              </div>
              <ProblemText problem={end.problem} />
            </>
          ) : null}
        </SsoWizard>
      </Card>
      {domains.length === 0 ? null : (
        <Card title={ways.domains.title}>
          <DomainList domains={domains} lookUp={{ ...lookUp, check, checked }} />
        </Card>
      )}
    </>
  );
}

interface Questions {
  open: object;
  provider: { provider: SsoProviderUpdate };
  test: { idToken: string };
  "domains/check": { name: string };
  finish: object;
}

/** Calls an endpoint of the holder of a link, who is nobody's user. Throws what messageFor reads. */
async function askSetUp<Question extends keyof Questions>(
  question: Question,
  body: Questions[Question] & { token: string },
): Promise<SetUp> {
  const { status, json } = await send(`/api/v1/set-up/${question}`, {
    method: "POST",
    headers: [
      ["Accept", "application/json"],
      ["Content-Type", "application/json"],
      [...releaseHeader],
    ],
    body: JSON.stringify(body),
  });
  if (status < 200 || status >= 300) throw new ResponseError(status, json);
  return json;
}
