import { type ComponentType, createElement, lazy, useEffect, useSyncExternalStore } from "react";
import { connectivity } from "../../providers/connectivity.ts";

export type Load<Props> = () => Promise<ComponentType<Props>>;

/** What stands in the place of code that did not arrive. */
type Missing<Props> = ComponentType<Props & { onAgain: () => void }>;

/**
 * A component whose code comes when it is first shown. React remembers what a lazy component's
 * loader answered, a failure too, so that each attempt here is a new one: on demand, when requests
 * reach the server again, and when the component is shown anew.
 */
export function lazyCode<Props extends object>(load: Load<Props>, missing: Missing<Props>) {
  const listeners = new Set<() => void>();
  let code = attempt();

  function attempt(): ComponentType<Props> {
    const own = lazy(() => load().then(asModule, (error: unknown) => asModule(instead(error))));
    const isCurrent = () => code === own;

    function instead(error: unknown): ComponentType<Props> {
      if (!isUndelivered(error)) throw error;
      const stop = connectivity.onBack(() => {
        stop();
        if (isCurrent()) again();
      });
      connectivity.failed();
      return function Instead(props: Props) {
        useEffect(
          () => () => {
            stop();
            if (isCurrent()) code = attempt();
          },
          [],
        );
        return createElement(missing, { ...props, onAgain: again });
      };
    }
    return own;
  }

  function again(): void {
    code = attempt();
    for (const listener of [...listeners]) listener();
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  return function Code(props: Props) {
    return createElement(
      useSyncExternalStore(subscribe, () => code),
      props,
    );
  };
}

const asModule = <Props,>(component: ComponentType<Props>) => ({ default: component });

/** Browsers say it as a TypeError each in their words, Vite in its own of a missing style. */
function isUndelivered(error: unknown): boolean {
  return error instanceof TypeError || /^Unable to preload CSS/.test(String(Object(error).message));
}
