import type { Skin } from "./skins";
import "./energy-capture.css";

const skin: Skin = { className: "skin-energy-capture", showcase: 0 };

export default skin;
