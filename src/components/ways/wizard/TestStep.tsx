import Button from "@mui/material/Button";
import { useEffect, useId, useState } from "react";
import { formatDateTime } from "../../../../domain/text/dates.ts";
import type { SsoProvider } from "../../../../domain/ways/schemas.ts";
import { ssoWizard } from "../../../i18n/ja/ssoWizard.ts";
import { loadCode } from "../../../providers/http/loadCode.ts";
import { appConfig } from "../../../providers/start/appConfig.ts";
import { ProblemText } from "../../../writes/ProblemText.tsx";
import { useSubmit } from "../../../writes/useSubmit.ts";
import { StatusChip } from "../../display/StatusChip.tsx";
import { FieldInput } from "../../form/FieldInput.tsx";
import { FormField } from "../../form/FormField.tsx";
import type { WizardActs } from "./wizardActs.ts";

const text = ssoWizard.test;

interface TestStepProps extends Pick<WizardActs, "noteTest"> {
  provider: SsoProvider;
}

/** Signs in by the provider beside the own sign-in, and has the server note it. */
export function TestStep({ provider: { providerId, triedAt }, noteTest }: TestStepProps) {
  const id = useId();
  const [email, setEmail] = useState("");
  const [isDemo, setIsDemo] = useState(false);
  const { pending, problem, submit } = useSubmit();

  useEffect(() => {
    appConfig().then(
      ({ emulator }) => setIsDemo(emulator),
      () => {},
    );
    // A popup has to open soon after the press.
    loadTest().catch(() => {});
  }, []);

  if (providerId === null) return <p>{text.first}</p>;
  const test = () =>
    submit(async () => {
      const [config, { testSignIn }] = await Promise.all([appConfig(), loadTest()]);
      const idToken = await testSignIn(config, { providerId, email: email.trim() });
      const { problem: failed } = await noteTest(idToken);
      if (failed) throw failed.error;
    });

  return (
    <>
      <p>{text.lead}</p>
      <p role="status">
        <StatusChip
          tone={triedAt ? "success" : "warning"}
          label={triedAt ? text.passed(formatDateTime(triedAt)) : text.notYet}
        />
      </p>
      {isDemo ? (
        <FormField id={id} label={text.email} description={text.emailHint} width="medium">
          {(aria) => (
            <FieldInput
              {...aria}
              inputMode="email"
              autoComplete="off"
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </FormField>
      ) : null}
      <div>
        <Button
          variant={triedAt ? "outlined" : "contained"}
          disabled={pending}
          onClick={() => void test()}
        >
          {pending ? text.running : text.button}
        </Button>
      </div>
      <ProblemText problem={problem} />
    </>
  );
}

const loadTest = () => loadCode(() => import("../../../providers/signIn/testSignIn.ts"));
