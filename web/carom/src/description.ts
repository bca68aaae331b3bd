// What a scene says, as `Scene.description` gives it. SI units; -1: none. Numbers that JSON has not are the strings
// 'Infinity' and '-Infinity'.

export type Real = number | 'Infinity' | '-Infinity';
export type Triple = [number, number, number];
export type Quadruple = [number, number, number, number];

export interface NodeDescription {
  name: string;
  parent: number;
  children: number[];
  translation: Triple;
  rotation: Quadruple;
  scale: Triple;
  /** Part of the scene that is shown; what is not is not simulated. */
  inScene: boolean;
}
export interface GlobalPose {
  translation: Triple;
  rotation: Quadruple;
  scale: Triple;
}
export type ShapeType = 'sphere' | 'box' | 'capsule' | 'cylinder' | 'plane' | 'hull' | 'mesh';
export interface ShapeDescription {
  type: ShapeType;
  radius: number;
  size: Triple;
  height: number;
  radiusTop: number;
  radiusBottom: number;
  sizeX: Real;
  sizeZ: Real;
  doubleSided: boolean;
  /** For `Scene.geometry`. */
  geometry: number;
  pointer: string;
}
export interface MaterialDescription {
  staticFriction: number;
  dynamicFriction: number;
  restitution: number;
  frictionCombine: string;
  restitutionCombine: string;
  pointer: string;
}
export interface FilterDescription {
  collisionSystems: string[];
  collideWithSystems?: string[];
  notCollideWithSystems?: string[];
  pointer?: string;
}
export interface MotionDescription {
  node: number;
  type: string;
  mass: Real | null;
  centerOfMass: Triple | null;
  inertiaDiagonal: Real[] | null;
  linearVelocity: Triple;
  angularVelocity: Triple;
  gravityFactor: number;
  pointer: string;
}
export interface ColliderDescription {
  node: number;
  shape: number;
  material: number;
  filter: number;
  motion: number;
  pointer: string;
}
export interface TriggerDescription {
  node: number;
  shape: number;
  children: number[];
  filter: number;
  motion: number;
  pointer: string;
}
export interface LimitDescription {
  linearAxes: [boolean, boolean, boolean];
  angularAxes: [boolean, boolean, boolean];
  min: Real | null;
  max: Real | null;
  stiffness: Real | null;
  damping: number;
  pointer: string;
}
export interface DriveDescription {
  type: 'linear' | 'angular';
  mode: 'acceleration' | 'force';
  axis: number;
  maxForce: Real;
  positionTarget: number | null;
  velocityTarget: number | null;
  stiffness: number;
  damping: number;
  pointer: string;
}
export interface JointDescription {
  limits: LimitDescription[];
  drives: DriveDescription[];
  pointer: string;
}
export interface JointPlace {
  node: number;
  connectedNode: number;
  /** Nodes whose bodies hold the two frames, at the poses that `node` and `connectedNode` have at the start; -1: those nodes. */
  bodyNode: number;
  connectedBodyNode: number;
  description: number;
  enableCollision: boolean;
  pointer: string;
}
export interface VehicleDescription {
  node: number;
  motion: number;
  useThrottle: boolean;
  linearActivation: Triple;
  angularActivation: Triple;
  pointer: string;
}
export interface WheelDescription {
  node: number;
  vehicle: number;
  radius: number;
  width: number;
  maxSteeringAngle: number;
  maxPropulsionForce: number;
  pointer: string;
}
export interface ThrusterDescription {
  node: number;
  vehicle: number;
  hover: boolean;
  maximum: number;
  maxGimbal: number;
  pointer: string;
}
export interface GravityDescription {
  node: number;
  trigger: number;
  kind: string;
  gravity: number;
  direction: Triple;
  pointer: string;
}
export interface SceneDescription {
  source: string;
  dialects: string[];
  nodes: NodeDescription[];
  /** Global poses of the nodes at the start. */
  globals: GlobalPose[];
  shapes: ShapeDescription[];
  materials: MaterialDescription[];
  filters: FilterDescription[];
  motions: MotionDescription[];
  colliders: ColliderDescription[];
  triggers: TriggerDescription[];
  jointDescriptions: JointDescription[];
  joints: JointPlace[];
  vehicles: VehicleDescription[];
  wheels: WheelDescription[];
  thrusters: ThrusterDescription[];
  gravityVolumes: GravityDescription[];
}
