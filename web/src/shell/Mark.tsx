// The mark: a mill wheel standing in the water.
const SPOKES = [0, 45, 90, 135, 180, 225, 270, 315];

export const Mark = ({ size = 32 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" fill="none" strokeLinecap="round" aria-hidden="true">
    <g stroke="currentColor" strokeWidth="1.7">
      <path d="M7.4 19.5A9 9 0 1 1 24.6 19.5" />
      <circle cx="16" cy="15.5" r="2" fill="currentColor" stroke="none" />
      {SPOKES.map((angle) => (
        <path
          key={angle}
          d="M16 13V5"
          transform={`rotate(${angle} 16 15.5)`}
          opacity={angle > 90 && angle < 270 ? 0 : 1}
        />
      ))}
      {[-67, -22, 22, 67].map((angle) => (
        <path key={angle} d="M16 6.2V3.2" transform={`rotate(${angle} 16 15.5)`} />
      ))}
    </g>
    <g stroke="var(--pond, #17594f)" strokeWidth="1.9">
      <path d="M2 22.5Q5.5 19.8 9 22.5T16 22.5T23 22.5T30 22.5" />
      <path d="M5 27.5Q8.5 24.8 12 27.5T19 27.5T26 27.5" />
    </g>
  </svg>
);
