// Icons that replace words on small screens.
const draw = (d: string) => () => (
  <svg
    width="22"
    height="22"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.9"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={d} />
  </svg>
);

export const SwapIcon = draw('M8 4v15m0 0-3.5-3.5M8 19l3.5-3.5M16 20V5m0 0-3.5 3.5M16 5l3.5 3.5');
export const PoolsIcon = draw('M3 9.5q3-2.5 6 0t6 0 6 0M3 15.5q3-2.5 6 0t6 0 6 0');
export const TokensIcon = draw('M9.5 4.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10ZM16 10a4.8 4.8 0 1 1-5 5.5');
export const PortfolioIcon = draw('M5 20v-7M12 20V5M19 20v-4');
export const ActivityIcon = draw('M5 6h14M5 12h14M5 18h8');
export const PersonIcon = draw(
  'M12 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM5.5 20c.4-3.6 3-5.5 6.5-5.5s6.1 1.9 6.5 5.5',
);
export const ChevronIcon = draw('m7 10 5 5 5-5');
export const SearchIcon = draw('M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM15.5 15.5 20 20');
export const CheckIcon = draw('m4.5 12.5 5 5L20 7');
