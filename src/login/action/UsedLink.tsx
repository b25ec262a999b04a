import { useEffect, useState } from "react";
import { SIGN_IN_PAGE } from "../../../domain/actionLink.ts";
import { action } from "../../i18n/ja/action.ts";
import { login } from "../../i18n/ja/login.ts";
import { appConfig } from "../../providers/appConfig.ts";
import { pageLoad } from "../../providers/pageLoad.ts";
import { ResetForm } from "../ResetForm.tsx";

/** Offers a new link in place of an expired or used one, which does not say whose it was. */
export function UsedLink({ invited }: { invited: boolean }) {
  const [email, setEmail] = useState("");
  const [emulator, setEmulator] = useState(false);
  const texts = invited ? action.used.invitation : action.used.reset;

  useEffect(() => {
    document.title = `${action.used.title} | ${login.product}`;
    appConfig().then(
      (config) => setEmulator(config.emulator),
      () => {},
    );
  }, []);

  return (
    <ResetForm
      texts={{ ...texts, title: action.used.title, submit: action.used.submit }}
      notice={action.used.notice}
      invited={invited}
      emulator={emulator}
      email={email}
      onEmail={setEmail}
      onBack={() => pageLoad.assign(SIGN_IN_PAGE)}
    />
  );
}
