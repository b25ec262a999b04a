import { useId } from "react";
import { useTranslate } from "react-admin";
import { SERVICE_SCOPES, type ServiceScope } from "../../../domain/access.ts";
import form from "../../components/form/form.module.css";
import { useField } from "../../components/form/useField.ts";
import styles from "./serviceKeys.module.css";

/** A checkbox for each scope; the value is the array of those that are checked. */
export function ScopesInput() {
  const translate = useTranslate();
  const id = useId();
  const { field, frame } = useField({
    source: "scopes",
    label: "resources.service-keys.fields.scopes",
  });
  const chosen: readonly ServiceScope[] = field.value;
  const toggle = (scope: ServiceScope) =>
    field.onChange(SERVICE_SCOPES.filter((each) => (each === scope) !== chosen.includes(each)));

  return (
    <fieldset className={styles.choices} aria-describedby={frame.error ? `${id}-error` : undefined}>
      <legend className={form.label}>
        {frame.label}
        <span className={form.required} title={translate("app.field.required")} aria-hidden>
          *
        </span>
      </legend>
      {SERVICE_SCOPES.map((scope, index) => (
        <div key={scope}>
          <label className={form.checkbox}>
            <input
              ref={index === 0 ? field.ref : undefined}
              type="checkbox"
              checked={chosen.includes(scope)}
              aria-invalid={frame.error ? true : undefined}
              aria-describedby={`${id}-${scope}`}
              onChange={() => toggle(scope)}
              onBlur={() => field.onBlur()}
            />
            {translate(`resources.service-keys.scope.${scope}`)}
          </label>
          <p id={`${id}-${scope}`} className={styles.hint}>
            {translate(`resources.service-keys.scopeHint.${scope}`)}
          </p>
        </div>
      ))}
      <p id={`${id}-error`} className={form.error}>
        {frame.error}
      </p>
    </fieldset>
  );
}
