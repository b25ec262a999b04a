import SvgIcon from "@mui/material/SvgIcon";

/** A pulse. An icon of the library would stand in the code of both areas. */
export function HealthIcon() {
  return (
    <SvgIcon>
      <path d="M2 13h5l3-8 4 14 3-6h5" fill="none" stroke="currentColor" strokeWidth="2" />
    </SvgIcon>
  );
}
