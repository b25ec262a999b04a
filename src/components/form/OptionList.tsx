import styles from "./form.module.css";

interface OptionListProps {
  id: string;
  label: string;
  names: readonly string[];
  /** The one that Enter takes; -1 for none. */
  chosen: number;
  /** Number keys take them. */
  isNumbered: boolean;
  className?: string | undefined;
  onChoose: (name: string) => void;
}

/** The id of an option, for the input that has the list. */
export const optionId = (listId: string, option: number) => `${listId}-${option}`;

/** The values that are offered below an input, which keeps the focus. */
export function OptionList(props: OptionListProps) {
  const { id, label, names, chosen, isNumbered, className = "", onChoose } = props;
  return (
    <div
      role="listbox"
      id={id}
      aria-label={label}
      className={`lifted absolute scroll-y max-content ${styles.options} ${className}`}
    >
      {names.map((name, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the input takes it
        <div
          key={name}
          role="option"
          id={optionId(id, index)}
          aria-selected={index === chosen}
          tabIndex={-1}
          ref={(element) => {
            if (index === chosen) element?.scrollIntoView({ block: "nearest" });
          }}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(name)}
        >
          {isNumbered ? <span aria-hidden="true">{index + 1}</span> : null}
          {name}
        </div>
      ))}
    </div>
  );
}
