import SvgIcon from "@mui/material/SvgIcon";

/** A pulse in a box. An icon of the library would stand in the code of both areas. */
export function HealthIcon() {
  return (
    <SvgIcon>
      <path d="M19 3H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2m0 16H5V5h14zM6.500 13H9l1.500-2.700 2.200 5L15 13h2.500v-1.500h-3.200l-1.200 1.200-2.300-5.200L8.200 11.500H6.500z" />
    </SvgIcon>
  );
}
